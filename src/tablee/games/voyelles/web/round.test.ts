import { describe, expect, test } from 'vitest';
import type { Person } from '$lib/game';
import { ask, caption, frame } from '$lib/testing/things';
import { phaseOf, saidKey, silenceOf, stateOf, turnedPile } from './round';
import type { VoyellesBoard, VoyellesFrame } from './types';

const shown = (parts: Partial<VoyellesFrame>): VoyellesFrame => frame<VoyellesFrame>(0, parts);

test('where a round is', () => {
  expect(phaseOf(shown({ asks: [ask('1', { kind: 'speak' })] }))).toBe('speak');
  expect(phaseOf(shown({ asks: [] }))).toBe('over');
  expect(phaseOf(shown({ asks: [ask('1')], outcome: { ranks: [1], scores: [1], teams: [], won: null } }))).toBe('over');
});

test('why somebody cannot take the microphone, the gravest first', () => {
  const board = { out: [0], excluded: [0, 1], passed: [0, 1, 2] } as unknown as VoyellesBoard;
  expect([0, 1, 2, 3].map((seat) => silenceOf(board, seat))).toEqual(['out', 'excluded', 'passed', null]);
});

describe('a coaster is ringed', () => {
  const person = (here = true): Person => ({ here }) as Person;
  const state = (kind: string, seats: number[], seat = 0, one = person()) =>
    stateOf(shown({ asks: [ask('1', { kind, seats })] }), one, seat);

  test('of who has to do something', () => {
    expect(state('speak', [0])).toBe('act');
    expect(state('speak', [1])).toBeNull();
  });

  test('of all who have to vote', () => {
    expect(state('jury', [0, 1])).toBe('think');
  });

  test('of nobody in a race', () => {
    expect(state('mic', [0, 1])).toBeNull();
    expect(state('mic', [0])).toBeNull();
  });

  test('in another way of who is away', () => {
    expect(state('speak', [0], 0, person(false))).toBe('away');
    expect(stateOf(shown({}), undefined, 0)).toBeNull();
  });
});

test('the pile that was turned last is the one that is told of', () => {
  const turned = (pile: number) => caption('turned', { pile });
  expect(turnedPile(shown({ captions: [turned(0), turned(2), caption('clock')] as VoyellesFrame['captions'] }))).toBe(
    2,
  );
  expect(turnedPile(shown({ captions: [caption('clock')] as VoyellesFrame['captions'] }))).toBeNull();
});

test('another word, or another verdict on it, is another scene', () => {
  const said = { round: 1, seat: 0, word: 'placer', verdict: 'trial', why: '' } as const;
  const key = (parts: object): string => saidKey({ said: { ...said, ...parts } } as unknown as VoyellesBoard);
  const scenes = [{}, { round: 2 }, { seat: 1 }, { word: 'lacer' }, { verdict: 'valid' }, { why: 'unknown' }].map(key);
  expect(new Set(scenes).size).toBe(scenes.length);
  expect(key({})).toBe(scenes[0]);
  expect(saidKey({ said: null } as VoyellesBoard)).toBe('');
});
