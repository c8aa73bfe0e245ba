import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcer } from './announcer.svelte';
import { toasts } from './toasts.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  toasts.slips = [];
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = (): string[] => toasts.slips.map((slip) => slip.text);

test('a slip stays six seconds, or as long as it is wanted', () => {
  toasts.show('court');
  toasts.show('long', { seconds: 20 });
  vi.advanceTimersByTime(5_999);
  expect(texts()).toEqual(['court', 'long']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual(['long']);
  vi.advanceTimersByTime(14_000);
  expect(texts()).toEqual([]);
});

test('of many the last three are to be read', () => {
  for (const text of ['a', 'b', 'c', 'd']) toasts.show(text);
  expect(texts()).toEqual(['b', 'c', 'd']);
});

test('the same sentence stands there once, as the newest, and for its own time', () => {
  toasts.show('a');
  toasts.show('b');
  vi.advanceTimersByTime(4_000);
  toasts.show('a');
  expect(texts()).toEqual(['b', 'a']);
  vi.advanceTimersByTime(2_000);
  expect(texts()).toEqual(['a']);
});

test('it can be withdrawn', () => {
  const id = toasts.show('a');
  toasts.show('b');
  toasts.drop(id);
  expect(texts()).toEqual(['b']);
});

test('a bad one looks bad, and each can have a picture of its own', () => {
  toasts.show('good');
  toasts.show('bad', { bad: true });
  toasts.show('own', { icon: 'i-cloche' });
  expect(toasts.slips.map(({ bad, icon }) => [bad, icon])).toEqual([
    [false, 'i-oui'],
    [true, 'i-non'],
    [false, 'i-cloche'],
  ]);
});

test('who cannot see it hears it', () => {
  const ear = announcer.listen();
  toasts.show('a');
  vi.advanceTimersByTime(60);
  expect(ear.text).toBe('a');
  announcer.leave(ear);
});
