import { describe, expect, test } from 'vitest';
import { keys } from '$lib/testing/words';
import { endHead, headOf } from './head';
import type { FilBoard, FilHand } from './types';

/** Seat 0 is Braincat; 1 is red, 2 is blue. */
const BOARD = {
  options: { mode: 'humeurs' },
  teams: [null, 'red', 'blue'],
  braincat: 0,
  round: 2,
  rounds: 6,
  barred: null,
  looked: 0,
  face_down: 4,
  mood: null,
  paws: [{}, {}],
  clues_left: 3,
  worth: null,
  votes: [null, null, null],
  confirmed: [false, false, false],
  turn: 2,
  leader: 1,
  pointing: null,
  duel: null,
  story: null,
  scores: [7],
} as unknown as FilBoard;

type Parts = Partial<FilBoard>;
const head = (
  phase: FilBoard['phase'],
  me: number | null,
  mine = false,
  parts: Parts = {},
  hand: FilHand | null = null,
) => headOf({ board: { ...BOARD, ...parts, phase }, hand, words: keys, me, mine });

describe('who is waited for reads what to do, the others what happens', () => {
  test.each<[FilBoard['phase'], number | null, boolean, Parts, string, string]>([
    ['volunteer', 1, true, {}, 'ask.volunteer.title', 'screen.volunteer.text'],
    ['theme', 0, true, {}, 'ask.theme.title', 'screen.theme.text'],
    ['theme', 0, true, { barred: 2 }, 'ask.theme.title', 'screen.theme.other'],
    ['theme', 1, false, {}, 'screen.theme.wait seat=0', 'board.round number=2 rounds=6'],
    ['wish', 1, true, {}, 'screen.wish.title', 'screen.wish.text'],
    ['wish', 0, false, {}, 'screen.wish.wait', 'screen.wish.text'],
    ['wish', null, false, {}, 'screen.wish.wait', 'screen.wish.text'],
    ['look', 1, false, {}, 'screen.look.wait seat=0', 'screen.look.text'],
    ['paw', 0, true, {}, 'screen.paw.title', 'screen.paw.near'],
    ['paw', 0, true, { mood: 'rebours' }, 'screen.paw.title', 'screen.paw.far'],
    ['paw', 1, false, {}, 'screen.paw.wait seat=0', 'screen.paw.hush'],
    ['expose', 0, true, {}, 'ask.expose.title', 'screen.expose.text'],
    ['expose', 1, false, {}, 'screen.expose.wait seat=0', 'screen.expose.hope'],
    ['choose', 0, false, {}, 'screen.choose.cat', 'board.silence.cat'],
    ['choose', 1, true, {}, 'ask.choose.title', 'screen.paws count=2'],
    ['choose', 1, false, {}, 'screen.choose.done', 'screen.paws count=2'],
    ['choose', null, false, {}, 'ask.choose.title', 'screen.paws count=2'],
    ['recap', 1, true, {}, 'story.lost', 'story.title'],
    ['recap', 1, true, { story: { found: true } as FilBoard['story'] }, 'story.found', 'story.title'],
    ['slam', 1, true, {}, 'ask.slam.title', 'screen.slam.text'],
  ])('%s for %s (%s) %j', (phase, me, mine, parts, title, text) => {
    expect(head(phase, me, mine, parts)).toEqual({ title, text });
  });
});

describe('Braincat looks', () => {
  const hand = (parts: Partial<FilHand>): FilHand => ({ reminder: '', lead: null, ...parts }) as FilHand;

  test.each([
    ['', 'board.mystery.look'],
    ['memocat', 'board.mystery.memocat'],
    ['card', 'screen.look.kept'],
  ] as const)('hard, by what there will be to remind of it: « %s »', (reminder, text) => {
    expect(head('look', 0, true, {}, hand({ reminder }))).toEqual({ title: 'screen.look.mystery', text });
  });

  test('then at the false leads, which are all but the Mystery card', () => {
    const lead = hand({ lead: {} as FilHand['lead'] });
    expect(head('look', 0, true, { looked: 2 }, lead)).toEqual({
      title: 'screen.look.lead',
      text: 'board.lead number=2 cards=3',
    });
    expect(head('look', 0, true, { looked: 2 }, hand({})).text).toBe('');
  });
});

describe('in the debate', () => {
  const title = (me: number | null, parts: Parts = {}): string => head('debate', me, true, parts).title;

  test('each is told what is left for them to do', () => {
    expect(title(0)).toBe('screen.cat.title');
    expect(title(null)).toBe('screen.debate.title');
    expect(title(1)).toBe('ask.debate.title');
    expect(title(1, { votes: [null, 'red', null] })).toBe('screen.debate.confirm');
    expect(title(1, { votes: [null, 'red', null], confirmed: [false, true, false] })).toBe('screen.debate.done');
  });

  test('and what is still to be had', () => {
    expect(head('debate', 1).text).toBe('board.clues_left count=3.');
    expect(head('debate', 1, true, { clues_left: 0, worth: 4 }).text).toBe('board.no_clue. board.worth points=4.');
  });
});

describe('a family', () => {
  const TURN = 'screen.turn number=2 team="blue"';

  test.each<[string, FilBoard['phase'], number | null, boolean, Parts, string, string]>([
    ['is asked to vote', 'step', 1, true, {}, 'ask.vote.title', TURN],
    ['has voted', 'step', 1, false, {}, 'screen.step.done', TURN],
    ['is watched by its cat', 'step', 0, false, {}, 'screen.cat.title', TURN],
    ['is watched by all', 'step', null, false, {}, 'ask.step.title', TURN],
    ['points', 'point', 1, true, { pointing: 0 }, 'ask.point.title', 'screen.point.text'],
    ['waits for the other', 'point', 2, false, { pointing: 0 }, 'screen.point.wait team="red"', 'screen.point.text'],
  ])('%s', (_, phase, me, mine, parts, title, text) => {
    expect(head(phase, me, mine, parts)).toEqual({ title, text });
  });

  test('fights its duel before the others', () => {
    const duel = { seats: [1, 3], team: 'red' } as unknown as FilBoard['duel'];
    expect([1, 3, 2].map((me) => head('duel', me, true, { duel }).title)).toEqual([
      'ask.duel.title',
      'ask.duel.title',
      'board.duel seat=1 by=3',
    ]);
  });
});

describe('the end', () => {
  const end = (mode: string, scores: number[]) =>
    endHead({ ...BOARD, options: { mode }, scores } as unknown as FilBoard, keys);

  test.each([
    ['equipes', [7, 5], 'end.adopted', 'screen.end.team team="red" count=7'],
    ['equipes', [5, 7], 'end.adopted', 'screen.end.team team="blue" count=7'],
    ['equipes', [7, 7], 'end.adopted', 'screen.end.both count=7'],
    ['chacun', [3, 9, 4], 'end.adopted', 'end.won winner=1 count=9'],
    ['chacun', [9, 3, 9], 'end.adopted', 'end.tie winners=[0,2] count=9'],
    ['humeurs', [12], '', 'board.score count=12'],
    ['decouverte', [4], '', 'board.score.found count=4'],
  ])('%s %j', (mode, scores, title, text) => {
    expect(end(mode, scores)).toEqual({ title, text });
  });
});
