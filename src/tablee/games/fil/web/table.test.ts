import { describe, expect, test } from 'vitest';
import { ask, frame } from '$lib/testing/things';
import { askOf, awaitedIn, isTogether, moveOf, teamOf, untilOf } from './table';
import type { FilAction, FilBoard, FilFrame } from './types';

const BOARD = { teams: ['red', 'blue', null], leader: 0, options: { mode: 'equipes' } } as unknown as FilBoard;
const shown = (parts: Partial<FilFrame>): FilFrame => frame<FilFrame>(0, { board: BOARD, ...parts });

test('whoever is waited for is named once', () => {
  expect(awaitedIn(shown({ asks: [ask('1', { awaited: [2, 0] }), ask('2', { awaited: [0, 1] })] }))).toEqual([2, 0, 1]);
});

test('an ask is found by its kind, for a seat that it names', () => {
  const vote = ask('1', { kind: 'vote', seats: [0, 1] });
  const asks = [ask('0', { kind: 'seal', seats: [0] }), vote];
  expect(askOf(shown({ asks }), 1, 'vote')).toBe(vote);
  expect(askOf(shown({ asks }), 2, 'vote')).toBeUndefined();
  expect(askOf(shown({ asks }), null, 'vote')).toBeUndefined();
});

describe('the clock that counts', () => {
  const asks = [
    ask('1', { kind: 'step', until: 9_000 }),
    ask('2', { kind: 'seal', until: null }),
    ask('3', { kind: 'ahead', until: 4_000 }),
    ask('4', { kind: 'hurry', until: 7_000 }),
  ];

  test('runs out first', () => {
    expect(untilOf(shown({ asks }), 0)).toBe(4_000);
    expect(untilOf(shown({ asks }), null)).toBe(4_000);
    expect(untilOf(shown({ asks }), 2)).toBe(4_000);
  });

  test('is not that of the other family, which may not wait', () => {
    expect(untilOf(shown({ asks }), 1)).toBe(7_000);
  });

  test('is none where none runs', () => {
    expect(untilOf(shown({ asks: [ask('1')] }), 0)).toBeNull();
  });
});

test('teams are red, blue or none', () => {
  expect([0, 1, 2].map((seat) => teamOf(BOARD, seat))).toEqual([0, 1, null]);
});

test('two of the ways to play are played together', () => {
  const modes = ['decouverte', 'humeurs', 'equipes', 'chacun'] as const;
  expect(modes.filter((mode) => isTogether({ options: { mode } } as FilBoard))).toEqual(['decouverte', 'humeurs']);
});

test('a move is found by its type and by what it says', () => {
  const moves: FilAction[] = [{ type: 'Next' }, { type: 'Point', clue: 1 }, { type: 'Point', clue: 2 }];
  expect(moveOf(moves, 'Point')).toBe(moves[1]);
  expect(moveOf(moves, 'Point', ({ clue }) => clue === 2)).toBe(moves[2]);
  expect(moveOf(moves, 'Point', ({ clue }) => clue === 3)).toBeUndefined();
  expect(moveOf(moves, 'Confirm')).toBeUndefined();
});
