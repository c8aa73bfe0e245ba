import { expect, test } from 'vitest';
import { ask, frame } from '$lib/testing/things';
import { keys } from '$lib/testing/words';
import { headOf } from './head';
import type { VoyellesBoard, VoyellesFrame } from './types';

const BOARD = {
  round: 3,
  turner: 2,
  speaker: 1,
  letters: ['p', 'l', 'c'],
  excluded: [2],
  out: [],
  passed: [],
} as unknown as VoyellesBoard;
const LETTERS = 'letters="P, L, C"';

test.each<[string, number | null, boolean, string, string]>([
  ['turn', 2, true, 'ask.turn.title', 'screen.turn.text'],
  ['turn', 0, false, 'board.turner seat=2', 'board.round number=3'],
  ['mic', 0, true, `screen.mic.title ${LETTERS}`, 'screen.mic.text'],
  ['mic', 2, false, 'screen.listen', `screen.mic.title ${LETTERS}`],
  ['mic', null, false, `screen.mic.title ${LETTERS}`, 'board.microphone.free'],
  ['speak', 1, true, 'ask.speak.title', `screen.speak.text ${LETTERS}`],
  ['speak', 0, false, 'board.microphone.held seat=1', 'screen.speak.wait'],
  ['again', 1, true, 'ask.again.title', 'screen.again.text'],
  ['again', 0, false, 'screen.again.wait seat=1', 'board.why.unknown'],
  ['dispute', 0, true, 'ask.dispute.title', 'screen.judge.text seat=1'],
  ['dispute', 1, false, 'screen.dispute.wait', 'screen.judge.text seat=1'],
  ['jury', 0, true, 'ask.jury.title', 'screen.judge.text seat=1'],
  ['jury', 1, false, 'screen.jury.wait', 'screen.judge.text seat=1'],
  ['', 0, false, '', ''],
])('« %s » for %s', (kind, me, mine, title, text) => {
  const asks = kind === '' ? [] : [ask('1', { kind })];
  expect(headOf(frame<VoyellesFrame>(me, { board: BOARD, asks }), keys, me, mine)).toEqual({ title, text });
});
