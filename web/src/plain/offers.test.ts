import { expect, test } from 'vitest';
import type { Action, GameProps, Words } from '$lib/game';
import { ask, frame } from '$lib/testing/things';
import { offersOf } from './offers';

const WORDS: Words = {
  language: 'fr',
  name: String,
  has: (key) => ['action.Mark', 'action.Mark.here', 'action.Pass'].includes(key),
  label: (key, facts = {}) => [key, ...Object.keys(facts)].join(' '),
};
const TURN = ask('1', { kind: 'turn', seats: [0] });
const BUZZ = ask('2', { kind: 'buzz', seats: [0, 1], race: true });

function offers(moves: Action[], parts: Partial<GameProps> = {}) {
  const props: Partial<GameProps> = {
    frame: frame(0, { asks: [TURN, BUZZ], board: { cells: [0, 0, 0] } }),
    ask: TURN,
    moves,
    kinds: {
      turn: { race: false, optional: false, actions: ['Mark', 'Pass'] },
      buzz: { race: true, optional: true, actions: ['Buzz'] },
    },
    words: WORDS,
    seat: 0,
    still: false,
    ...parts,
  };
  return offersOf(props as GameProps);
}

test('each move is offered with the ask it answers', () => {
  const found = offers([{ type: 'Pass' }, { type: 'Buzz' }]);
  expect(found.map(({ ask: { id }, race }) => [id, race])).toEqual([
    ['1', false],
    ['2', true],
  ]);
});

test('a move of a kind that nobody knows answers the first ask', () => {
  expect(offers([{ type: 'Dance' }])[0]?.ask).toBe(TURN);
});

test('a move that names a cell lies on it, and says less', () => {
  const [here, elsewhere] = offers([
    { type: 'Mark', cell: 2 },
    { type: 'Mark', cell: 9 },
  ]);
  expect([here?.spot, here?.text]).toEqual([{ field: 'cells', cell: 2 }, 'action.Mark.here cell']);
  expect([elsewhere?.spot, elsewhere?.text]).toEqual([null, 'action.Mark cell']);
});

test('a move without words is said plainly', () => {
  expect(offers([{ type: 'TakeCard', from_pile: 2, up: true }, { type: 'Dance' }]).map(({ text }) => text)).toEqual([
    'Take card : from pile 2, up ✓',
    'Dance',
  ]);
});

test('each has a key of its own', () => {
  const found = offers([
    { type: 'Mark', cell: 1 },
    { type: 'Mark', cell: 2 },
  ]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(2);
});

test('who is not asked, who watches and who must wait is offered nothing', () => {
  const moves = [{ type: 'Pass' }];
  expect(offers(moves)).toHaveLength(1);
  expect([offers(moves, { ask: null }), offers(moves, { seat: null }), offers(moves, { still: true })]).toEqual([
    [],
    [],
    [],
  ]);
});
