import { describe, expect, test } from 'vitest';
import { fill, listed } from './fill';
import type { Fact, Language } from './wire';

test('facts stand in their holes, each as often as it is named', () => {
  expect(fill('{seat} enlève {cell} ; {seat} rejoue.', { seat: 'Zoé', cell: 'C4' }, 'fr')).toBe(
    'Zoé enlève C4 ; Zoé rejoue.',
  );
});

test('a fact that nobody gave leaves its hole to be seen', () => {
  expect(fill('{seat} et {other}', { seat: 'Zoé' }, 'fr')).toBe('Zoé et {other}');
  expect(fill('{left} {left:pierre|pierres}', {}, 'fr')).toBe('{left} {left:pierre|pierres}');
});

describe('a number chooses between one and many', () => {
  test.each<[Language, number, string]>([
    ['fr', 0, '0 pierre'],
    ['fr', 1, '1 pierre'],
    ['fr', 2, '2 pierres'],
    ['en', 0, '0 pierres'],
    ['en', 1, '1 pierre'],
    ['en', 2, '2 pierres'],
  ])('%s %d', (language, left, text) => {
    expect(fill('{left} {left:pierre|pierres}', { left }, language)).toBe(text);
  });
});

test('a yes or no chooses too, and one of the two may be nothing', () => {
  const template = 'À vous.{clocked: Le temps court.|}';
  expect(fill(template, { clocked: true }, 'fr')).toBe('À vous. Le temps court.');
  expect(fill(template, { clocked: false }, 'fr')).toBe('À vous.');
  expect(fill('{done:|pas encore}', { done: false }, 'fr')).toBe('pas encore');
});

test.each<[Fact, string]>([
  [null, '–'],
  [0, '0'],
  ['', ''],
  [[4, 5], '4, 5'],
  [['la nuit', 'l’eau'], 'la nuit, l’eau'],
])('plainly, %j reads « %s »', (fact, text) => {
  expect(fill('{what}', { what: fact }, 'fr')).toBe(text);
});

test('whoever fills may show a fact in another way, or leave it as it is', () => {
  const shout = (name: string, fact: Fact): string | null => (name === 'seat' ? `${String(fact)} !` : null);
  expect(fill('{seat} {cell}', { seat: 'Zoé', cell: 'C4' }, 'fr', shout)).toBe('Zoé ! C4');
});

test('a name is no template: braces and dollars in it stay as they were written', () => {
  expect(fill('{seat} et {other}', { seat: '$& {other}', other: 'Luc' }, 'fr')).toBe('$& {other} et Luc');
});

test('several are listed as each language does', () => {
  expect(listed(['a', 'b', 'c'], 'fr')).toBe('a, b et c');
  expect(listed(['a', 'b', 'c'], 'en')).toBe('a, b and c');
  expect(listed(['a'], 'fr')).toBe('a');
});
