import { describe, expect, test } from 'vitest';
import type { Person, Words } from '$lib/game';
import { fieldsOf, plainly, spotOf, textOf } from './fields';

const person = (seat: number): Person => ({
  seat,
  name: `P${seat}`,
  emblem: 'poire',
  bot: false,
  here: true,
  mine: false,
});
const PEOPLE = [person(0), person(1)];
const WORDS: Words = {
  language: 'fr',
  name: String,
  has: (key) => key === 'board.supply',
  label: (key) => `« ${key} »`,
};
const shape = (value: unknown, named: string[] = []) => fieldsOf({ value }, WORDS, PEOPLE, new Set(named))[0]?.shape;

describe('a board is a list of named things', () => {
  test('by the words of the game, or plainly', () => {
    expect(fieldsOf({ supply: 3, last_move: 'x' }, WORDS, PEOPLE).map(({ label }) => label)).toEqual([
      '« board.supply »',
      'Last move',
    ]);
  });

  test('without what is nobody’s business', () => {
    expect(fieldsOf({ options: {}, talk: [], seat: 0, cards: 1 }, WORDS, PEOPLE).map(({ name }) => name)).toEqual([
      'cards',
    ]);
  });

  test('where there is no board there is nothing', () => {
    expect([fieldsOf(null, WORDS, PEOPLE), fieldsOf(7, WORDS, PEOPLE)]).toEqual([[], []]);
  });
});

describe('shapes', () => {
  test('one thing for each seat stands beside its person', () => {
    expect(shape([4, 5])).toEqual({
      kind: 'people',
      rows: [
        { person: PEOPLE[0], text: '4' },
        { person: PEOPLE[1], text: '5' },
      ],
    });
  });

  test('nine things are a square, and empty cells are empty', () => {
    expect(shape([0, 1, null, '', 'x', 2, 0, 0, 0])).toEqual({
      kind: 'grid',
      columns: 3,
      cells: ['', '1', '', '', 'x', '2', '', '', ''],
    });
  });

  test('rows of one length are a grid, however long', () => {
    expect(
      shape([
        [1, 0, 2],
        [3, 4, 5],
      ]),
    ).toEqual({ kind: 'grid', columns: 3, cells: ['1', '', '2', '3', '4', '5'] });
  });

  test('rows of several lengths are not', () => {
    expect(shape([[1, 2], [3], [4]])).toEqual({ kind: 'text', text: '1, 2, 3, 4' });
  });

  test('what the moves name is a grid whatever its length', () => {
    expect(shape([1, 2], ['value'])).toMatchObject({ kind: 'grid', columns: 2 });
    expect(shape([1, 2, 3, 4, 5, 6, 7], ['value'])).toMatchObject({ kind: 'grid', columns: 6 });
    expect(shape(Array(16).fill(1), ['value'])).toMatchObject({ kind: 'grid', columns: 4 });
  });

  test('four things are no square yet', () => {
    expect(shape([1, 2, 3, 4])).toEqual({ kind: 'text', text: '1, 2, 3, 4' });
  });
});

describe('the cell that a move names', () => {
  test('is one of the board’s', () => {
    const board = { turn: 1, cells: [0, 0, 0, 0] };
    expect(spotOf({ type: 'Mark', cell: 3 }, board)).toEqual({ field: 'cells', cell: 3 });
    expect(spotOf({ type: 'Mark', cell: 4 }, board)).toBeNull();
    expect(spotOf({ type: 'Mark', cell: -1 }, board)).toBeNull();
    expect(spotOf({ type: 'Mark', cell: 'a' }, board)).toBeNull();
    expect(spotOf({ type: 'Pass' }, board)).toBeNull();
  });

  test('is in its rows', () => {
    const board = {
      rows: [
        [0, 0, 0],
        [0, 0, 0],
      ],
    };
    expect(spotOf({ type: 'Put', row: 1, column: 2 }, board)).toEqual({ field: 'rows', cell: 5 });
    expect(spotOf({ type: 'Put', row: 2, column: 0 }, board)).toBeNull();
    expect(spotOf({ type: 'Put', row: 1 }, board)).toBeNull();
  });

  test('is nowhere without a board', () => {
    expect(spotOf({ type: 'Mark', cell: 3 }, null)).toBeNull();
  });
});

test.each([
  [null, '–'],
  [undefined, '–'],
  [true, '✓'],
  [false, '✗'],
  [[], '–'],
  [[1, [2, null]], '1, 2, –'],
  [{ first_card: 'a', points: 3 }, 'First card a, Points 3'],
  [7, '7'],
])('%j reads %s', (value, text) => {
  expect(textOf(value)).toBe(text);
});

test('names are words', () => {
  expect(['last_move', 'take-back', 'PassTheCard'].map(plainly)).toEqual(['Last move', 'Take back', 'Pass the card']);
});
