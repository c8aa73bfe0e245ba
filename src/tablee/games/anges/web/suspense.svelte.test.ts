import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { caption, frame } from '$lib/testing/things';
import { Suspense, turnedAfter } from './suspense.svelte';
import type { AngesFrame } from './types';

let suspense: Suspense;

beforeEach(() => {
  vi.useFakeTimers();
  suspense = new Suspense();
});

afterEach(() => void vi.useRealTimers());

const shown = (number: number, code = 'challenged', snapshot = false): AngesFrame =>
  frame<AngesFrame>(0, { number, snapshot, captions: [caption(code)] as AngesFrame['captions'] });
const now = (): boolean[] => [suspense.on, suspense.lingers];

test('the cards turn one after the other, and the last makes one wait', () => {
  const [first, second, third] = [0, 1, 2].map(turnedAfter) as [number, number, number];
  expect(first).toBeLessThan(second);
  expect(third - second).toBeGreaterThan(second - first);
});

test('the verdict is held back until they are turned, and looked at for a moment', () => {
  suspense.watch(shown(1));
  expect(now()).toEqual([true, true]);
  vi.advanceTimersByTime(turnedAfter(2) + 239);
  expect(now()).toEqual([true, true]);
  vi.advanceTimersByTime(1);
  expect(now()).toEqual([false, true]);
  vi.advanceTimersByTime(599);
  expect(now()).toEqual([false, true]);
  vi.advanceTimersByTime(1);
  expect(now()).toEqual([false, false]);
});

test('a finger does not wait', () => {
  suspense.watch(shown(1));
  suspense.end();
  expect(now()).toEqual([false, false]);
});

test('the same picture drawn again makes no new suspense', () => {
  suspense.watch(shown(1));
  suspense.watch(shown(1));
  expect(now()).toEqual([false, false]);
});

test('nothing else does, nor what was told long ago', () => {
  suspense.watch(shown(1, 'took'));
  expect(now()).toEqual([false, false]);
  suspense.watch(shown(2, 'challenged', true));
  expect(now()).toEqual([false, false]);
});

test('the next picture ends it, and so does leaving', () => {
  const stop = suspense.watch(shown(1));
  stop?.();
  suspense.watch(shown(2, 'kept'));
  expect(now()).toEqual([false, false]);
  expect(vi.getTimerCount()).toBe(0);
});
