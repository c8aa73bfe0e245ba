import { beforeEach, expect, test } from 'vitest';
import { pencilFor } from '$lib/pencil.svelte';
import { Notes } from './notes.svelte';

beforeEach(() => localStorage.clear());

/** Notes over a grid of which these cells lie open. */
function notes(open: Record<number, number> = {}): Notes {
  const digits = Array.from({ length: 81 }, (_, cell) => open[cell] ?? 0);
  return new Notes(pencilFor('MIEL', 0), digits);
}

test('digits are written in order, and rubbed out by writing them again', () => {
  const sheet = notes();
  expect(sheet.toggle(40, 7)).toEqual([7]);
  expect(sheet.toggle(40, 3)).toEqual([3, 7]);
  expect(sheet.of(40)).toEqual([3, 7]);
  expect(sheet.toggle(40, 7)).toEqual([3]);
  expect(sheet.toggle(40, 3)).toEqual([]);
  expect(sheet.of(40)).toEqual([]);
});

test('a cell is rubbed clean, the others stay', () => {
  const sheet = notes();
  sheet.toggle(40, 7);
  sheet.toggle(41, 8);
  sheet.clear(40);
  expect([sheet.of(40), sheet.of(41)]).toEqual([[], [8]]);
});

test('they are still there when more of the same grid lies open', () => {
  notes({ 0: 5 }).toggle(40, 7);
  expect(notes({ 0: 5, 1: 6 }).of(40)).toEqual([7]);
});

test('those of an earlier grid are not shown, and go with the first new one', () => {
  notes({ 0: 5 }).toggle(40, 7);
  expect(notes({ 0: 4 }).of(40)).toEqual([]);
  notes({ 0: 4 }).toggle(41, 1);
  expect([notes({ 0: 4 }).of(40), notes({ 0: 4 }).of(41)]).toEqual([[], [1]]);
});
