import { beforeEach, expect, test } from 'vitest';
import { ask, frame } from '$lib/testing/things';
import { Offers } from './offers';
import type { CopieurAction, CopieurBoard, CopieurFrame } from './types';

const ALL: CopieurAction[] = [{ type: 'Claim', number: 1 }, { type: 'Claim', number: 2 }, { type: 'TellMine' }];
const RIGHT: CopieurAction[] = [{ type: 'TellMine' }];

let offers: Offers;

beforeEach(() => {
  offers = new Offers();
});

const shown = (isUp: boolean, id = 'a', board: Partial<CopieurBoard> = {}): CopieurFrame =>
  frame<CopieurFrame>(0, {
    asks: [ask(id)],
    board: { role: null, claims_left: [2], slapped: [], ...board } as unknown as CopieurBoard,
    hand: { seat: 0, talk: [], slate: isUp ? { number: 4, operation: '2+2' } : null, answer: null },
  });

test('with the slate down everything that may be done is offered', () => {
  expect(offers.of(shown(false), ALL)).toBe(ALL);
});

test('a slate held up does not make the buttons jump about', () => {
  offers.of(shown(false), ALL);
  expect(offers.of(shown(true), RIGHT)).toBe(ALL);
  expect(offers.of(shown(false), ALL)).toBe(ALL);
});

test.each<[string, string, Partial<CopieurBoard>]>([
  ['another question', 'b', {}],
  ['another role', 'a', { role: 'copier' }],
  ['a claim less', 'a', { claims_left: [1] }],
  ['a slap', 'a', { slapped: [{ seat: 1, is_early: false }] }],
])('%s has its own offers, slate up or down', (_, id, board) => {
  offers.of(shown(false), ALL);
  expect(offers.of(shown(true, id, board), RIGHT)).toBe(RIGHT);
});

test('a slate that was up from the beginning narrows what is kept for nobody', () => {
  expect(offers.of(shown(true), RIGHT)).toBe(RIGHT);
  expect(offers.of(shown(false), ALL)).toBe(ALL);
});
