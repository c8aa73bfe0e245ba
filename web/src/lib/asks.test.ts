import { expect, test } from 'vitest';
import { askOf } from './asks';
import { ask } from './testing/things';

const CLOCK = ask('clock', { seats: [0, 1], awaited: [] });
const TURN = ask('turn', { seats: [0] });

test('the ask of a seat is one that names it', () => {
  expect(askOf([ask('other', { seats: [1] }), TURN], 0)).toBe(TURN);
  expect(askOf([TURN], 1)).toBeNull();
  expect(askOf([], 0)).toBeNull();
});

test('one that waits for the seat comes before one that only names it', () => {
  expect(askOf([CLOCK, TURN], 0)).toBe(TURN);
  expect(askOf([CLOCK, TURN], 1)).toBe(CLOCK);
});

test('who only watches is asked nothing', () => {
  expect(askOf([TURN], null)).toBeNull();
});
