import { describe, expect, test } from 'vitest';
import { ask, frame } from '$lib/testing/things';
import { keys } from '$lib/testing/words';
import {
  announcing,
  challenging,
  isAmong,
  keeping,
  lying,
  namesOf,
  phaseOf,
  sharing,
  signed,
  sorted,
  spoken,
  taking,
} from './cards';
import type { AngesAction, AngesFrame, Card } from './types';

const ANGEL: Card = { name: 'a5', suit: 'angel', value: 5, up: 2, down: 1 };
const DEMON: Card = { name: 'd8', suit: 'demon', value: 8, up: -3, down: 0 };

describe('words for cards', () => {
  test('points have a sign, and a real minus', () => {
    expect([2, 1, -1, -2, 0].map(signed)).toEqual(['+2', '+1', '−1', '−2', '0']);
  });

  test('cards are called by their labels', () => {
    expect(namesOf([ANGEL, DEMON], keys)).toBe('card.a5, card.d8');
    expect(spoken(DEMON, keys)).toBe('card.d8, −3');
    expect(spoken(null, keys)).toBe('screen.back');
  });
});

describe('where the table is', () => {
  const DECIDE = ask('1', { kind: 'decide', seats: [1] });
  const shown = (parts: Partial<AngesFrame>): AngesFrame => frame<AngesFrame>(0, parts);

  test('is what it waits for', () => {
    expect(phaseOf(shown({ asks: [ask('0', { kind: 'keep', awaited: [] }), DECIDE] }))).toBe('decide');
    expect(phaseOf(shown({ asks: [] }))).toBe('over');
    expect(phaseOf(shown({ asks: [DECIDE], outcome: { ranks: [1], scores: [1], teams: [], won: null } }))).toBe('over');
  });
});

describe('what may be done', () => {
  const moves: AngesAction[] = [
    { type: 'Take' },
    { type: 'Challenge', truth: true },
    { type: 'Announce', values: [5, 3, 1] },
    { type: 'Announce', values: [5, 5, 5] },
    { type: 'Keep', discard: 'a1', lay: 'a2', up: true, open_discard: null },
    { type: 'Share', cards: ['a1', 'a2', 'x'], places: ['mine_up', 'other_down', 'mine_down'] },
  ];

  test('is one of the moves, exactly', () => {
    expect(taking(moves)).toBe(moves[0]);
    expect(challenging(moves, true)).toBe(moves[1]);
    expect(challenging(moves, false)).toBeUndefined();
    expect(announcing(moves, [5, 3, 1])).toBe(moves[2]);
    expect(announcing(moves, [1, 3, 5])).toBeUndefined();
    expect(announcing(moves, [5, 3])).toBeUndefined();
  });

  test('a card is kept as it is laid', () => {
    const wanted = { discard: 'a1', lay: 'a2', up: true, open_discard: null } as const;
    expect(keeping(moves, wanted)).toBe(moves[4]);
    for (const other of [{ up: false }, { lay: 'a3' }, { discard: 'a3' }, { open_discard: 'a3' }] as const)
      expect(keeping(moves, { ...wanted, ...other })).toBeUndefined();
  });

  test('cards are shared in this order and onto these places', () => {
    expect(sharing(moves, ['a1', 'a2', 'x'], ['mine_up', 'other_down', 'mine_down'])).toBe(moves[5]);
    expect(sharing(moves, ['a2', 'a1', 'x'], ['mine_up', 'other_down', 'mine_down'])).toBeUndefined();
    expect(sharing(moves, ['a1', 'a2', 'x'], ['mine_up', 'other_down', 'mine_up'])).toBeUndefined();
  });

  test('a lie is anything that may be said and is not true', () => {
    expect(lying(moves, [[5, 3, 1]])).toEqual([5, 5, 5]);
    expect(
      lying(moves, [
        [5, 3, 1],
        [5, 5, 5],
      ]),
    ).toBeNull();
  });

  test('a claim is among others by its values', () => {
    expect([isAmong([[5, 3, 1]], [5, 3, 1]), isAmong([[5, 3, 1]], [5, 3, 0])]).toEqual([true, false]);
    expect(sorted([1, 10, 9])).toEqual([10, 9, 1]);
  });
});
