import { beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '$lib';
import { keys } from '$lib/testing/words';
import { sayable } from './sayable';

beforeEach(() => {
  vi.useFakeTimers();
  toasts.slips = [];
  return () => vi.useRealTimers();
});

test('a button says it', () => {
  const say = vi.fn();
  const button = sayable(false, keys, say);
  expect(button['aria-disabled']).toBeUndefined();
  button.onclick();
  expect(say).toHaveBeenCalledOnce();
  expect(toasts.slips).toEqual([]);
});

test('or, while nothing can be said, which rule forbids it', () => {
  const say = vi.fn();
  const button = sayable(true, keys, say);
  expect(button['aria-disabled']).toBe('true');
  button.onclick();
  expect(say).not.toHaveBeenCalled();
  expect(toasts.slips.map(({ text, bad }) => [text, bad])).toEqual([['screen.still', true]]);
});
