import { beforeEach, expect, test } from 'vitest';
import { Choice } from './choice.svelte';

let choice: Choice;

beforeEach(() => {
  choice = new Choice();
  choice.offer([1, 2]);
  choice.mark(1);
});

test('the mark goes to the last place that was touched', () => {
  choice.mark(2);
  expect(choice.marked).toBe(2);
});

test('in a corner it can be taken back', () => {
  choice.toggle(2);
  expect(choice.marked).toBe(2);
  choice.toggle(2);
  expect(choice.marked).toBeNull();
});

test('it stays while its place is still open, and goes with it', () => {
  choice.offer([1, 3]);
  expect([choice.marked, choice.open]).toEqual([1, [1, 3]]);
  choice.offer([3]);
  expect(choice.marked).toBeNull();
});
