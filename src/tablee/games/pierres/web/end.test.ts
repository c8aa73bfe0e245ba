import { expect, test } from 'vitest';
import { keys } from '$lib/testing/words';
import { endOf } from './end';
import type { PierresBoard } from './types';

const end = (ranks: number[], scores: number[], digits: number[]) =>
  endOf({ ranks, scores, teams: [], won: null }, { digits } as PierresBoard, keys);

test('who has most stones has won', () => {
  expect(end([2, 1, 3], [20, 30, 10], [1, 2]).title).toBe('end.won winner=1 count=30');
});

test('equals share', () => {
  expect(end([1, 3, 1], [20, 10, 20], [1, 2]).title).toBe('end.tie winners=[0,2] count=20');
});

test('the text says whether the grid is complete', () => {
  expect(end([1], [3], [1, 2]).text).toBe('end.grid');
  expect(end([1], [3], [1, 0, 0]).text).toBe('end.left count=2');
});

test('all are named, the best first, equals as they sit', () => {
  expect(end([2, 1, 2], [20, 30, 20], [1]).ranks).toEqual([
    { seat: 1, rank: 1, text: 'rank rank=1 seat=1 score=30' },
    { seat: 0, rank: 2, text: 'rank rank=2 seat=0 score=20' },
    { seat: 2, rank: 2, text: 'rank rank=2 seat=2 score=20' },
  ]);
});
