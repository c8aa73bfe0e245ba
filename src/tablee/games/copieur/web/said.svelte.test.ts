import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, caption, frame } from '$lib/testing/things';
import { keys } from '$lib/testing/words';
import { Claims } from './said.svelte';
import type { CopieurCaption, CopieurFrame } from './types';

let claims: Claims;
let number = 0;

beforeEach(() => {
  vi.useFakeTimers();
  claims = new Claims();
  number = 0;
});

afterEach(() => void vi.useRealTimers());

/** The next picture, in which these things are told; one may claim things, or not. */
function tell(captions: ReturnType<typeof caption>[], isOpen = true): CopieurFrame {
  const shown = frame<CopieurFrame>(0, {
    number: ++number,
    asks: isOpen ? [ask('c', { kind: 'claim' })] : [],
    captions: captions as CopieurCaption[],
  });
  claims.watch(shown, keys);
  return shown;
}

test('what somebody says hangs beside them, in the words of the button they pressed', () => {
  tell([
    caption('claimed', { seat: 0, number: 4 }),
    caption('denied', { seat: 1, number: 4 }),
    caption('hinted', { seat: 2, to: 1, number: 4 }),
    caption('rolled', { seat: 3, number: 4 }),
  ]);
  expect([0, 1, 2, 3].map((seat) => claims.of(seat))).toEqual([
    'action.Claim seat=0 number=4',
    'action.Deny seat=1 number=4',
    'action.Hint seat=2 to=1 number=4',
    null,
  ]);
});

test('for four seconds', () => {
  tell([caption('claimed', { seat: 0, number: 4 })]);
  vi.advanceTimersByTime(3_999);
  expect(claims.of(0)).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(claims.of(0)).toBeNull();
});

test('who says something else takes the first words back, and the new ones stay their time', () => {
  tell([caption('claimed', { seat: 0, number: 4 })]);
  vi.advanceTimersByTime(3_000);
  tell([caption('denied', { seat: 0, number: 4 })]);
  vi.advanceTimersByTime(3_000);
  expect(claims.of(0)).toBe('action.Deny seat=0 number=4');
});

test('nothing hangs there any more when nobody may claim anything', () => {
  tell([caption('claimed', { seat: 0, number: 4 })]);
  tell([], false);
  expect(claims.now).toEqual([]);
});

test('the same picture drawn again says nothing again', () => {
  const shown = tell([caption('claimed', { seat: 0, number: 4 })]);
  vi.advanceTimersByTime(4_000);
  claims.watch(shown, keys);
  expect(claims.now).toEqual([]);
});
