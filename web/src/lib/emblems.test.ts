import { expect, test } from 'vitest';
import { EMBLEMS, emblemsOf, isEmblem } from './emblems';
import { place } from './testing/things';

test('only the twelve are emblems', () => {
  expect(EMBLEMS.every(isEmblem)).toBe(true);
  expect([null, undefined, '', 'banane'].some(isEmblem)).toBe(false);
});

test('people keep theirs, bots take what is left over, free places have none', () => {
  const places = [
    place(0, { emblem: 'cafetiere' }),
    place(1, { kind: 'bot' }),
    place(2, { kind: 'free' }),
    place(3, { kind: 'bot' }),
    place(4, { emblem: 'champignon' }),
  ];
  expect(emblemsOf(places)).toEqual(['cafetiere', 'fromage', null, 'oeuf', 'champignon']);
});

test('twelve at a table have twelve different ones', () => {
  const places = Array.from({ length: 12 }, (_, i) => place(i, { kind: i % 2 ? 'bot' : 'person' }));
  expect(new Set(emblemsOf(places)).size).toBe(12);
});

test('a thirteenth has one too', () => {
  const places = Array.from({ length: 13 }, (_, i) => place(i, { kind: 'bot' }));
  expect(emblemsOf(places)[12]).toBe('cafetiere');
});
