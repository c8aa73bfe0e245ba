import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { caption, frame } from '$lib/testing/things';
import { Throw } from './toss.svelte';
import type { FilBoard, FilFrame, Toss } from './types';

const RED = { nearer: 'red', result: 'red' } as Toss;
const BLUE = { nearer: 'blue', result: 'blue' } as Toss;

let thrown: Throw;

beforeEach(() => {
  vi.useFakeTimers();
  thrown = new Throw();
});

afterEach(() => void vi.useRealTimers());

const shown = (number: number, tossed: Toss | null, code = 'tossed'): FilFrame =>
  frame<FilFrame>(0, {
    number,
    board: { tossed } as FilBoard,
    captions: [caption(code)] as FilFrame['captions'],
  });

test('both totems are in the air for a little while, whatever comes after', () => {
  thrown.watch(shown(1, RED));
  thrown.watch(shown(2, RED, 'paw'));
  vi.advanceTimersByTime(2_799);
  expect(thrown.shown).toBe(RED);
  vi.advanceTimersByTime(1);
  expect(thrown.shown).toBeNull();
});

test('a second throw has its own time', () => {
  thrown.watch(shown(1, RED));
  vi.advanceTimersByTime(2_000);
  thrown.watch(shown(2, BLUE));
  vi.advanceTimersByTime(2_000);
  expect(thrown.shown).toBe(BLUE);
});

test('a finger does not wait, and the same picture does not throw again', () => {
  thrown.watch(shown(1, RED));
  thrown.end();
  thrown.watch(shown(1, RED));
  expect(thrown.shown).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing flies that was not thrown just now', () => {
  thrown.watch(shown(1, RED, 'paw'));
  expect(thrown.shown).toBeNull();
  thrown.watch(shown(2, BLUE));
  thrown.watch(shown(3, null));
  expect(thrown.shown).toBe(BLUE);
});
