import { expect, test } from 'vitest';
import { keys } from '$lib/testing/words';
import { endOf } from './end';
import type { VoyellesBoard } from './types';

const end = (ranks: number[], scores: number[], ending: VoyellesBoard['ending'] = 'won') =>
  endOf({ ranks, scores, teams: [], won: null }, { ending } as VoyellesBoard, keys);

test('who came farthest has won, equals share', () => {
  expect(end([2, 1], [30, 52]).title).toBe('end.won winner=1 count=52');
  expect(end([1, 1, 3], [52, 52, 9]).title).toBe('end.tie winners=[0,1] count=52');
});

test.each([
  ['won', 'end.arrived'],
  ['dry', 'end.dry'],
  ['long', 'end.long'],
] as const)('it ended so: %s', (ending, text) => {
  expect(end([1], [52], ending).text).toBe(text);
});

test('the best stand first, equals as they sit', () => {
  expect(end([3, 1, 1], [9, 52, 52]).ranks.map(({ seat }) => seat)).toEqual([1, 2, 0]);
});
