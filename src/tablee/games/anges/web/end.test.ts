import { expect, test } from 'vitest';
import { keys } from '$lib/testing/words';
import { awardText, endOf, liesOf } from './end';
import type { AngesBoard, Ending, Told } from './types';

const told = (parts: Partial<Told> = {}): Told => ({
  announcer: 0,
  listener: 1,
  claim: [9, 9, 8],
  cards: [{ name: 'a1', suit: 'angel', value: 1, up: 1, down: 1 }],
  is_true: false,
  answer: 'take',
  winner: null,
  gains: [0, 0],
  ...parts,
});
const ENDING = { reason: 'take', told: [told({ is_true: true }), told(), told()] } as unknown as Ending;
const end = (ranks: number[], scores: number[], ending: Ending | null = ENDING) =>
  endOf({ ranks, scores, teams: [], won: null }, { ending } as AngesBoard, keys);

test('who has most points has won, equals share', () => {
  expect(end([2, 1], [3, 8]).title).toBe('end.won winner=1 count=8');
  expect(end([1, 1, 3], [8, 8, 2]).title).toBe('end.tie winners=[0,1] count=8');
});

test('the text says how it ended, where that is known', () => {
  expect(end([1], [8]).text).toBe('end.take');
  expect(end([1], [8], null).text).toBe('');
});

test('the best stand first, equals as they sit', () => {
  expect(end([2, 1, 2], [3, 8, 3]).ranks.map(({ seat, text }) => [seat, text])).toEqual([
    [1, 'rank seat=1 rank=1 score=8'],
    [0, 'rank seat=0 rank=2 score=3'],
    [2, 'rank seat=2 rank=2 score=3'],
  ]);
});

test('a prize tells of the exchange it was won by', () => {
  const award = { prize: 'bluff', seat: 2, other: 0, told: 1, amount: 7 } as const;
  expect(awardText(award, ENDING, keys)).toBe('award.bluff.text seat=2 to=0 values=[9,9,8] cards="card.a1" count=7');
  expect(awardText({ ...award, told: 9 }, ENDING, keys)).toBe('');
});

test('lies are counted', () => {
  expect(liesOf(ENDING)).toBe(2);
});
