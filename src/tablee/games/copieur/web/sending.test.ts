import { beforeEach, expect, test } from 'vitest';
import { Sending } from './sending';
import type { CopieurAction } from './types';

const CLAIM: CopieurAction = { type: 'Claim', number: 4 };
const SLAP: CopieurAction = { type: 'Slap', answer: 12 };

let sent: [CopieurAction, string][];
let sending: Sending;

beforeEach(() => {
  sent = [];
  sending = new Sending((action, ask) => sent.push([action, ask]));
});

test('what can go goes at once, and only once', () => {
  sending.send(CLAIM, 'a', false);
  sending.go(false);
  expect(sent).toEqual([[CLAIM, 'a']]);
});

test('a slap waits for what was said a moment before, and then goes', () => {
  sending.send(SLAP, 'a', true);
  sending.go(true);
  expect(sent).toEqual([]);
  sending.go(false);
  sending.go(false);
  expect(sent).toEqual([[SLAP, 'a']]);
});

test('of several that wait the last counts', () => {
  sending.send(CLAIM, 'a', true);
  sending.send(SLAP, 'b', true);
  sending.go(false);
  expect(sent).toEqual([[SLAP, 'b']]);
});
