/** Letters as the cards see them: without accents, in small letters. Which words there are, only the house knows. */

export const VOWELS = ['a', 'e', 'i', 'o', 'u'] as const;

const MARKS = /[\u0300-\u036f]/g;

/** « Œuvré » is `oeuvre`. */
export function fold(word: string): string {
  return word.toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae').normalize('NFD').replaceAll(MARKS, '');
}

/** For each card on the table: is its letter in this word? Of equal cards each wants a letter of its own, unless once is
 *  enough at this table. */
export function foundIn(word: string, cards: readonly string[], everyDouble: boolean): boolean[] {
  const letters = fold(word);
  const count = (letter: string): number => letters.split(letter).length - 1;
  return cards.map(
    (letter, at) => count(letter) > (everyDouble ? cards.slice(0, at).filter((other) => other === letter).length : 0),
  );
}

/** The written letters of a word, and whether each has a pawn. */
export function spelt(word: string): { letter: string; vowel: string }[] {
  return [...word].map((letter) => ({ letter, vowel: VOWELS.find((vowel) => fold(letter).includes(vowel)) ?? '' }));
}

export const capitals = (letters: readonly string[]): string =>
  letters.map((letter) => letter.toUpperCase()).join(', ');
