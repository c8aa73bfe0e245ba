import { describe, expect, test } from 'vitest';
import { ask, caption, frame } from '$lib/testing/things';
import {
  announceable,
  arrow,
  awaitedAsk,
  cellName,
  cellsOf,
  digitOf,
  drawing,
  flightsOf,
  lookOf,
  minutes,
  NINE,
  placeOf,
  removable,
  squareOf,
  timeLeft,
  untilOf,
} from './grid';
import type { PierresAction, PierresBoard, PierresFrame } from './types';

describe('places', () => {
  test('are called by column and row', () => {
    expect([0, 29, 80].map(cellName)).toEqual(['A1', 'C4', 'I9']);
    expect(placeOf(29)).toEqual({ number: 4, column: 'C' });
  });

  test('lie in nine squares of nine, each in one', () => {
    expect(NINE.flatMap(cellsOf).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 81 }, (_, cell) => cell));
    for (const square of NINE) expect(cellsOf(square).map(squareOf)).toEqual(Array(9).fill(square));
    expect(cellsOf(5)).toEqual([33, 34, 35, 42, 43, 44, 51, 52, 53]);
  });

  test.each([
    ['ArrowUp', 40, 31],
    ['ArrowDown', 40, 49],
    ['ArrowLeft', 40, 39],
    ['ArrowRight', 40, 41],
    ['Home', 40, 36],
    ['End', 40, 44],
    // The edges hold.
    ['ArrowUp', 4, 4],
    ['ArrowDown', 76, 76],
    ['ArrowLeft', 36, 36],
    ['ArrowRight', 44, 44],
    ['a', 40, null],
  ])('%s leads from %d to %s', (key, from, to) => {
    expect(arrow(key, from)).toBe(to);
  });

  test('a key is a digit from 1 to 9, or none', () => {
    expect(['0', '1', '9', '10', 'a', ' '].map(digitOf)).toEqual([null, 1, 9, null, null, null]);
  });
});

test('what may be done is in the moves', () => {
  const moves: PierresAction[] = [
    { type: 'Remove', cell: 3 },
    { type: 'Announce', digit: 7 },
    { type: 'Draw' },
    { type: 'Remove', cell: 5 },
  ];
  expect([[...removable(moves)], [...announceable(moves)], drawing(moves)]).toEqual([[3, 5], [7], { type: 'Draw' }]);
  expect([[...removable([])], drawing([])]).toEqual([[], undefined]);
});

describe('clocks', () => {
  const TURN = ask('1', { kind: 'remove', seats: [0], until: 9_000 });
  const ALLOWANCE = ask('2', { kind: 'time', seats: [0], awaited: [], until: 4_000 });
  const board = { time_left: [60_000, 30_000] } as PierresBoard;
  const shown = frame<PierresFrame>(0, { board, asks: [ALLOWANCE, TURN] });

  test('an allowance that runs out is not what the table waits for', () => {
    expect(awaitedAsk([ALLOWANCE, TURN])).toBe(TURN);
    expect(awaitedAsk([ALLOWANCE])).toBeNull();
  });

  test('the first to run out is shown', () => {
    expect(untilOf(TURN, [TURN, ALLOWANCE])).toBe(4_000);
    expect(untilOf(TURN, [TURN, ask('3', { until: 1 })])).toBe(9_000);
    expect(untilOf({ ...TURN, until: null }, [])).toBeNull();
    expect(untilOf(null, [ALLOWANCE])).toBeNull();
  });

  test('an allowance runs for who plays, and stands for the others', () => {
    expect([timeLeft(shown, 0, 1_500), timeLeft(shown, 1, 1_500)]).toEqual([2_500, 30_000]);
    expect(timeLeft(shown, 0, 5_000)).toBe(0);
  });

  test.each([
    [0, 1000, '0:00'],
    [1, 1000, '0:01'],
    [59_001, 1000, '1:00'],
    [61_000, 1000, '1:01'],
    [60_000, 500, '2:00'],
    [60_000, 0, '1:00'],
  ])('%d ms at speed %d read %s', (ms, speed, text) => {
    expect(minutes(ms, speed)).toBe(text);
  });
});

describe('stones', () => {
  test('each always lies the same way, and all within bounds', () => {
    const looks = Array.from({ length: 81 }, (_, cell) => lookOf(cell));
    expect(looks).toEqual(Array.from({ length: 81 }, (_, cell) => lookOf(cell)));
    for (const { kind, turn, scale } of looks) {
      expect([1, 2, 3, 4, 5, 6]).toContain(kind);
      expect(Math.abs(turn)).toBeLessThanOrEqual(16);
      expect(scale).toBeGreaterThan(1);
      expect(scale).toBeLessThan(1.1);
    }
  });

  test('and no two neighbours alike', () => {
    const looks = Array.from({ length: 81 }, (_, cell) => JSON.stringify(lookOf(cell)));
    expect(looks.filter((look, cell) => look === looks[cell + 1])).toEqual([]);
    expect(new Set(looks.map((look) => (JSON.parse(look) as { kind: number }).kind)).size).toBe(6);
  });
});

describe('stones that fly', () => {
  const told = (parts: Partial<PierresFrame>) => flightsOf(frame<PierresFrame>(null, parts));
  const captions = [
    caption('cleared', { cell: 1, digit: 5, seat: 0 }),
    caption('kept', { cell: 2, digit: 5, seat: 1 }),
    caption('given', { cell: 3, digit: 5, to: 2, wanted: 4 }),
    caption('turn', { seat: 0 }),
  ] as PierresFrame['captions'];

  test('go where the captions tell', () => {
    expect(told({ captions })).toEqual([
      { cell: 1, to: null, missed: false },
      { cell: 2, to: 1, missed: false },
      { cell: 3, to: 2, missed: true },
    ]);
  });

  test('do not fly again for who has just come', () => {
    expect(told({ captions, snapshot: true })).toEqual([]);
  });
});
