import { describe, expect, test } from 'vitest';
import { capitals, fold, foundIn, spelt } from './letters';

test('letters are without accents, in small letters', () => {
  expect(['Œuvré', 'ÇA', 'naïve', 'LÆTITIA', 'zoé'].map(fold)).toEqual(['oeuvre', 'ca', 'naive', 'laetitia', 'zoe']);
});

describe('the letters on the table are found in a word', () => {
  test.each([
    ['placer', ['p', 'l', 'c'], true, [true, true, true]],
    ['Garçon', ['c', 'g', 'z'], true, [true, true, false]],
    ['', ['p'], true, [false]],
    // Of equal cards each wants a letter of its own, unless once is enough at this table.
    ['palais', ['l', 'l', 'p'], true, [true, false, true]],
    ['palais', ['l', 'l', 'p'], false, [true, true, true]],
    ['salle', ['l', 'l', 's'], true, [true, true, true]],
  ])('%s %j %s', (word, cards, everyDouble, found) => {
    expect(foundIn(word, cards, everyDouble)).toEqual(found);
  });
});

test('each written letter knows its pawn', () => {
  expect(spelt('Œuf')).toEqual([
    { letter: 'Œ', vowel: 'e' },
    { letter: 'u', vowel: 'u' },
    { letter: 'f', vowel: '' },
  ]);
  expect(spelt('été').map(({ vowel }) => vowel)).toEqual(['e', '', 'e']);
});

test('cards are read out as capitals', () => {
  expect(capitals(['p', 'l'])).toBe('P, L');
});
