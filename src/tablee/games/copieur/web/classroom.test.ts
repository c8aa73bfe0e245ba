import { describe, expect, test } from 'vitest';
import { ask, caption, frame } from '$lib/testing/things';
import { keys } from '$lib/testing/words';
import {
  askOf,
  centreOf,
  centrePlaces,
  clockOf,
  faceAt,
  isSeat,
  justTold,
  nameOf,
  othersFrom,
  phaseOf,
  rowsOf,
  towards,
  tripsOf,
} from './classroom';
import type { CopieurAction, CopieurBoard, CopieurCaption, CopieurFrame } from './types';

/** A class of so many. */
const room = (count: number, parts: Partial<CopieurBoard> = {}): CopieurBoard =>
  ({ points: Array<number>(count).fill(0), active: 0, shown: [], ...parts }) as unknown as CopieurBoard;

describe('six slates lie in the room', () => {
  test('those before the seats first, then the centre’s', () => {
    expect([0, 3, 4, 5].map((place) => isSeat(place, room(4)))).toEqual([true, true, false, false]);
    expect(centrePlaces(room(4))).toEqual([4, 5]);
    expect([4, 5].map((place) => centreOf(place, room(4)))).toEqual([1, 2]);
    expect(centrePlaces(room(6))).toEqual([]);
  });

  test('one’s own always in the middle of the lower row', () => {
    for (const count of [2, 3, 4, 5, 6])
      for (let me = 0; me < count; me++) {
        const rows = rowsOf(me, room(count));
        expect(rows[4]).toBe(me);
        expect(rows.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
      }
  });

  test('the others as they play after oneself, then the centre', () => {
    expect(othersFrom(2, room(4))).toEqual([3, 0, 1, 4, 5]);
    expect(rowsOf(2, room(4))).toEqual([3, 0, 1, 4, 2, 5]);
  });

  test('on a shared screen in their own order', () => {
    expect(rowsOf(null, room(3))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('each has a name, and a face while it is shown', () => {
    const board = room(4, { shown: [{ place: 5, number: 3, operation: '1+2' }] });
    expect([nameOf(1, board, keys), nameOf(5, board, keys)]).toEqual(['#1', 'screen.centre centre=2']);
    expect(faceAt(5, board)?.number).toBe(3);
    expect(faceAt(4, board)).toBeNull();
  });
});

describe('where the lesson is', () => {
  const PLAY = ask('1', { kind: 'play', seats: [0], until: 10 });
  const SUSPENSE = ask('2', { kind: 'suspense', until: 5 });
  const CLAIM = ask('3', { kind: 'claim', seats: [1, 2] });
  const shown = (...asks: CopieurFrame['asks']) => frame<CopieurFrame>(0, { asks, board: room(3) });

  test('is the ask that is no aside', () => {
    expect(phaseOf(shown(CLAIM, SUSPENSE, PLAY))).toBe('play');
    expect(phaseOf(shown(CLAIM))).toBe('over');
  });

  test('an ask is found by its kind, and for a seat', () => {
    expect(askOf(shown(CLAIM, PLAY), 'claim')).toBe(CLAIM);
    expect(askOf(shown(CLAIM, PLAY), 'claim', 2)).toBe(CLAIM);
    expect(askOf(shown(CLAIM, PLAY), 'claim', 0)).toBeNull();
    expect(askOf(shown(PLAY), 'claim')).toBeNull();
  });

  test('who plays sees their own clock, the others wait for the end of the suspense', () => {
    expect(clockOf(shown(SUSPENSE, PLAY), 0)).toBe(PLAY);
    expect(clockOf(shown(SUSPENSE, PLAY), 1)).toBe(SUSPENSE);
    expect(clockOf(shown(SUSPENSE, PLAY), null)).toBe(SUSPENSE);
    expect(clockOf(shown(PLAY), 1)).toBe(PLAY);
    expect(clockOf(shown(CLAIM), 1)).toBeNull();
  });

  test('what was just told is in the frame', () => {
    const told = frame<CopieurFrame>(0, { captions: [caption('rolled'), caption('turn')] as CopieurFrame['captions'] });
    expect([justTold(told, 'rolled'), justTold(told, 'passed')]).toEqual([true, false]);
  });
});

test('a move towards a place is that to the seat, or that to the centre', () => {
  const moves: CopieurAction[] = [
    { type: 'Point', to: 1 },
    { type: 'Exchange', to: 1 },
    { type: 'PointCentre', centre: 2 },
    { type: 'Roll' },
  ];
  const board = room(4);
  expect(towards(moves, 'Exchange', 1, board)).toBe(moves[1]);
  expect(towards(moves, 'Point', 5, board)).toBe(moves[2]);
  expect(towards(moves, 'Point', 4, board)).toBeNull();
  expect(towards(moves, 'Exchange', 5, board)).toBeNull();
  expect(towards(moves, 'Exchange', 2, board)).toBeNull();
});

describe('slates that travel', () => {
  const trips = (code: CopieurCaption['code'], facts: CopieurCaption['facts'] = {}) =>
    tripsOf([caption('rolled'), caption(code, facts)] as CopieurCaption[], room(3));

  test('change places', () => {
    expect(trips('exchanged', { seat: 0, to: 2 })).toEqual([
      [0, 2],
      [2, 0],
    ]);
  });

  test('with the centre too', () => {
    expect(trips('exchanged_centre', { seat: 1, centre: 2 })).toEqual([
      [1, 4],
      [4, 1],
    ]);
  });

  test('or all go to the left', () => {
    expect(trips('passed')).toEqual([
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
  });

  test('and lie still otherwise', () => {
    expect(trips('pointed', { seat: 0, to: 2 })).toEqual([]);
  });
});
