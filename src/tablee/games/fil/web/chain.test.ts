import { describe, expect, test } from 'vitest';
import { keys } from '$lib/testing/words';
import { faceText, linksOf, pawText, quoted, shortly, themeOf, tookText, type Laid } from './chain';
import type { Face, FilBoard, Paw } from './types';

const face = (text: string, parts: Partial<Face> = {}): Face => ({
  theme: 0,
  number: 1,
  text,
  letters: '',
  sex: '',
  tags: '',
  ...parts,
});
const paw = (at: number, other: number, parts: Partial<Paw> = {}): Paw => ({
  at,
  other,
  took: 8_000,
  by_clock: false,
  ...parts,
});

/** Three clues were laid; the third lies left of the first two. */
const BOARD = {
  clues: [face('Phare.'), face('Bougie'), face('Fusée')],
  order: [2, 0, 1],
  paws: [paw(1, 0), paw(2, 0)],
  paw_between: null,
  themes: [{ id: 'metiers' }],
} as unknown as FilBoard;

describe('the chain', () => {
  test('is read from left to right, with what lies between', () => {
    expect(linksOf(BOARD).map(({ clue }) => clue)).toEqual([2, 0, 1]);
    expect(linksOf(BOARD).map((link) => (link.paw as Laid | null)?.number)).toEqual([1, 0, undefined]);
  });

  test('a paw points onward or back', () => {
    const [back, onward] = linksOf(BOARD).map((link) => link.paw as Laid);
    expect([back?.onward, onward?.onward]).toEqual([false, true]);
  });

  test('where Braincat still turns one, it thinks', () => {
    const board = { ...BOARD, paws: [paw(1, 0)], paw_between: [0, 2] } as FilBoard;
    expect(linksOf(board).map((link) => link.paw)).toEqual(['thinking', expect.anything(), null]);
    expect(linksOf({ ...board, paw_between: null }).map((link) => link.paw)).toEqual([null, expect.anything(), null]);
  });

  test('a clue that nobody has seen is not in it', () => {
    expect(linksOf({ ...BOARD, order: [7, 0] }).map(({ clue }) => clue)).toEqual([0]);
  });
});

describe('a paw tells how long it took', () => {
  test.each([
    [paw(0, 1, { took: 8_400 }), 'screen.seconds seconds=8'],
    [paw(0, 1, { took: 59_499 }), 'screen.seconds seconds=59'],
    [paw(0, 1, { took: 59_500 }), 'screen.minutes count=1 text="00"'],
    [paw(0, 1, { took: 72_000 }), 'screen.minutes count=1 text="12"'],
    [paw(0, 1, { took: 125_000 }), 'screen.minutes count=2 text="05"'],
    [paw(0, 1, { by_clock: true }), 'screen.by_chance'],
  ])('%j', (one, text) => {
    expect(tookText(one, keys)).toBe(text);
  });

  test('and what it points at, the first of a round being blue', () => {
    const laid = (number: number): Laid => ({ ...paw(0, 1), number, onward: true });
    expect(pawText(laid(0), BOARD, keys)).toBe('screen.paw.blue near="Phare" text="screen.seconds seconds=8"');
    expect(pawText(laid(1), BOARD, keys)).toBe('screen.paw.green near="Phare" text="screen.seconds seconds=8"');
  });
});

describe('a card', () => {
  test('is read out with what else is printed on it', () => {
    expect(faceText(face('Phare'), keys)).toBe('Phare');
    expect(faceText(face('Avocate', { sex: 'f' }), keys)).toBe('board.sex.f\u00a0: Avocate');
  });

  test('has a theme', () => {
    expect(themeOf(BOARD, face(''))).toBe('metiers');
    expect(themeOf(BOARD, face('', { theme: 9 }))).toBe('');
  });

  test('inside a sentence has no full stop, but may have three', () => {
    expect(['Phare.', 'Phare', 'Et puis...', 'Quoi ?'].map(quoted)).toEqual(['Phare', 'Phare', 'Et puis...', 'Quoi ?']);
  });

  test('on a button is cut between words', () => {
    expect(shortly('Gardien de phare.')).toBe('Gardien de phare');
    expect(shortly('x'.repeat(37))).toBe('x'.repeat(37));
    expect(shortly('Elle a perdu ses clefs, ses lunettes et son chat')).toBe('Elle a perdu ses clefs, ses…');
    expect(shortly('Elle a perdu ses clefs, son parap, puis ses lunettes')).toBe('Elle a perdu ses clefs, son parap…');
  });
});
