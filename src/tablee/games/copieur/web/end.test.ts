import { expect, test } from 'vitest';
import { keys } from '$lib/testing/words';
import { endOf } from './end';

const end = (ranks: number[], scores: number[]) => endOf({ ranks, scores, teams: [], won: null }, keys);

test('who has fewest bad points has won, equals share', () => {
  expect(end([2, 1], [5, 2]).title).toBe('end.won winner=1 count=2');
  expect(end([1, 2, 1], [2, 5, 2]).title).toBe('end.tie winners=[0,2] count=2');
});

test('somebody has to stay behind, unless all are equal', () => {
  expect(end([1, 1, 3], [2, 2, 5]).text).toBe('end.kept');
  expect(end([1, 1], [2, 2]).text).toBe('');
});

test('the best stand first, equals as they sit', () => {
  expect(end([3, 1, 1], [5, 2, 2]).ranks).toEqual([
    { seat: 1, rank: 1, score: 2 },
    { seat: 2, rank: 1, score: 2 },
    { seat: 0, rank: 3, score: 5 },
  ]);
});
