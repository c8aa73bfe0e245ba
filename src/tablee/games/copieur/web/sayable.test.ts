import { beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '$lib';
import { keys } from '$lib/testing/words';
import { sayable, sayingsOf } from './sayable';
import type { CopieurAction, CopieurBoard } from './types';

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

test('what can be claimed is sorted out of the moves, slates in the order in which they lie', () => {
  const moves: CopieurAction[] = [
    { type: 'HintCentre', centre: 2 },
    { type: 'Claim', number: 4 },
    { type: 'Roll' },
    { type: 'Hint', to: 0 },
    { type: 'Hint', to: 2 },
    { type: 'Deny' },
    { type: 'Claim', number: 5 },
  ];
  const board = { points: [0, 0, 0] } as unknown as CopieurBoard;
  const { numbers, denial, places } = sayingsOf(moves, 1, board);
  expect(numbers.map((claim) => claim.number)).toEqual([4, 5]);
  expect(denial).toEqual({ type: 'Deny' });
  expect(places.map(({ place }) => place)).toEqual([2, 0, 4]);
  expect(sayingsOf([], 1, board)).toEqual({ numbers: [], denial: undefined, places: [] });
});
