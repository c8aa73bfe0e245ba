import { describe, expect, test } from 'vitest';
import { keys } from '$lib/testing/words';
import type { Phase } from './cards';
import { headOf } from './head';
import type { AngesBoard } from './types';

const BOARD = {
  turn: 4,
  announcer: 0,
  listener: 1,
  claim: [5, 3, 1],
  answer: 'false',
  is_true: false,
  winner: 1,
} as unknown as AngesBoard;

const head = (phase: Phase, me: number | null, mine: boolean, parts: Partial<AngesBoard> = {}, turning = false) =>
  headOf({ board: { ...BOARD, ...parts }, phase, words: keys, me, mine, turning });

describe('who is waited for reads what to do, the others what happens', () => {
  test.each<[Phase, number | null, boolean, string, string]>([
    ['announce', 0, true, 'ask.announce.title to=1', 'screen.announce.text'],
    ['announce', 1, false, 'screen.announce.you seat=0', 'screen.announce.you.text'],
    ['announce', 2, false, 'screen.announce.wait seat=0 to=1', 'board.turn number=4'],
    ['announce', null, false, 'screen.announce.wait seat=0 to=1', 'board.turn number=4'],
    ['decide', 1, true, 'ask.decide.title', 'board.said seat=0 values=[5,3,1]'],
    ['decide', 0, false, 'screen.decide.wait seat=1', 'screen.decide.said values=[5,3,1]'],
    ['decide', 2, false, 'screen.decide.wait seat=1', 'board.said seat=0 values=[5,3,1]'],
    ['keep', 1, true, 'ask.keep.title', 'screen.keep.text seat=0 values=[5,3,1]'],
    ['keep', 0, false, 'screen.keep.wait seat=1', 'screen.keep.wait.text seat=0 values=[5,3,1]'],
    ['share', 1, true, 'ask.share.title', 'screen.won.listener.false seat=0 to=1'],
    ['share', 0, true, 'ask.share.title', 'screen.won.announcer.false seat=0 to=1'],
    ['share', 2, false, 'screen.share.wait seat=1', 'screen.was_false seat=0'],
    ['over', 0, false, '', ''],
  ])('%s for %s', (phase, me, mine, title, text) => {
    expect(head(phase, me, mine)).toEqual({ title, text });
  });
});

test('a truth is told as one', () => {
  expect(head('share', 0, true, { is_true: true }).text).toBe('screen.won.announcer.true seat=0 to=1');
  expect(head('share', 2, false, { is_true: true }).text).toBe('screen.was_true seat=0');
});

test('while the cards turn over, nobody reads yet what they say', () => {
  expect(head('share', 0, true, {}, true)).toEqual({ title: 'screen.called.false', text: 'screen.turning seat=1' });
});
