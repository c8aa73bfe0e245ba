import { expect, test } from 'vitest';
import { standingsOf, winnersOf, winText } from './standing';
import { keys } from './testing/words';

const standings = (ranks: number[], scores: number[]) => standingsOf({ ranks, scores, teams: [], won: null });

test('the best stand first, equals as they sit', () => {
  expect(standings([3, 1, 1], [5, 2, 2])).toEqual([
    { seat: 1, rank: 1, score: 2 },
    { seat: 2, rank: 1, score: 2 },
    { seat: 0, rank: 3, score: 5 },
  ]);
});

test('whoever shares the first rank has won', () => {
  expect(winnersOf(standings([3, 1, 1], [5, 2, 2])).map(({ seat }) => seat)).toEqual([1, 2]);
});

test('one has won, or several have', () => {
  expect(winText(standings([2, 1], [5, 2]), keys)).toBe('end.won winner=1 count=2');
  expect(winText(standings([1, 2, 1], [2, 5, 2]), keys)).toBe('end.tie winners=[0,2] count=2');
});
