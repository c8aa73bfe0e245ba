import { describe, expect, test } from 'vitest';
import { ask, frame } from '$lib/testing/things';
import { keys } from '$lib/testing/words';
import type { Phase } from './classroom';
import { headOf } from './head';
import type { CopieurBoard, CopieurFrame } from './types';

function head(phase: Phase, me: number | null, parts: Partial<CopieurBoard> = {}, awaited: number[] = []) {
  const board = {
    points: [0, 0, 0, 0],
    active: 0,
    die: 4,
    tile: 'correction',
    role: null,
    pointed: null,
    question: '2+2',
    shown: [],
    ranking: [],
    ...parts,
  } as unknown as CopieurBoard;
  const shown = frame<CopieurFrame>(me, { board, asks: [ask('0'), ask('1', { awaited })] });
  return headOf(shown, phase, keys, me);
}

/** What is said about who plays and what they rolled. */
const ABOUT = 'seat=0 number=4';

describe('who is waited for reads what to do, the others what happens', () => {
  test.each<[string, Phase, number | null, Partial<CopieurBoard>, string, string]>([
    ['who rolls', 'roll', 0, {}, 'ask.roll.title', `screen.roll.correction ${ABOUT}`],
    ['the others meanwhile', 'roll', 1, {}, `screen.roll ${ABOUT}`, `screen.roll.correction ${ABOUT}`],
    ['who plays', 'play', 0, {}, 'ask.play.title', `screen.play.mine ${ABOUT}`],
    ['the Copier', 'play', 0, { role: 'copier' }, `screen.play.find ${ABOUT}`, `screen.play.find.text ${ABOUT}`],
    ['the others before', 'play', 1, {}, `screen.play.rolled ${ABOUT}`, `screen.play.rolled.text ${ABOUT}`],
    [
      'the others while a slate is sought',
      'play',
      1,
      { role: 'copier' },
      `screen.play.seeks ${ABOUT}`,
      `screen.play.seeks.text ${ABOUT}`,
    ],
    [
      'whose slate is eyed',
      'play',
      1,
      { role: 'copier', pointed: 1 },
      `screen.play.seeks ${ABOUT}`,
      `screen.play.eyes.you ${ABOUT}`,
    ],
    [
      'who sees another eyed',
      'play',
      2,
      { role: 'copier', pointed: 1 },
      `screen.play.seeks ${ABOUT}`,
      'screen.play.eyes seat=0 to=1 place="#1"',
    ],
    [
      'who sees the centre eyed',
      'play',
      2,
      { role: 'copier', pointed: 4 },
      `screen.play.seeks ${ABOUT}`,
      'screen.play.eyes.centre seat=0 to=4 place="screen.centre centre=1"',
    ],
    ['who may be told on', 'tell', 0, {}, `screen.tell.mine ${ABOUT}`, `screen.tell.mine.text ${ABOUT}`],
    ['who may tell', 'tell', 1, {}, `screen.tell ${ABOUT}`, `screen.tell.text ${ABOUT}`],
    ['the Teacher', 'question', 0, {}, 'board.role.teacher@seat', `screen.question.mine ${ABOUT}`],
    ['the class', 'question', 1, {}, 'board.question operation="2+2"', `screen.question.text ${ABOUT}`],
    ['nobody', 'over', 0, {}, '', ''],
  ])('%s', (_, phase, me, board, title, text) => {
    expect(head(phase, me, board)).toEqual({ title, text });
  });
});

test('who knows the slates by heart reads that the others do not yet', () => {
  expect(head('look', 1, {}, [0, 1]).text).toBe(`screen.look.text ${ABOUT}`);
  expect(head('look', 1, {}, [0]).text).toBe(`screen.look.done ${ABOUT}`);
  expect(head('look', null, {}, [0]).text).toBe(`screen.look.text ${ABOUT}`);
});

describe('what lies open is explained', () => {
  const shown = { place: 2, number: 6, operation: '3+3' };

  test.each<[string, Partial<CopieurBoard>, string, string]>([
    [
      'a ranking',
      { ranking: [{ seat: 0, answer: 1, is_right: true, is_early: false }] },
      'screen.ranking',
      `screen.shown.ranking ${ABOUT}`,
    ],
    [
      'a correction',
      { role: 'teacher', shown: [shown] },
      'screen.shown.correction',
      'screen.shown.correction.text seat=0 number=6',
    ],
    ['somebody’s slate', { shown: [shown] }, 'ask.shown.title', 'screen.shown.seat to=2 number=6'],
    [
      'one of the centre',
      { shown: [{ ...shown, place: 5 }] },
      'ask.shown.title',
      'screen.shown.centre number=6 place="screen.centre centre=2"',
    ],
    ['nothing', {}, 'ask.shown.title', ''],
  ])('%s', (_, board, title, text) => {
    expect(head('shown', 1, board)).toEqual({ title, text });
  });
});
