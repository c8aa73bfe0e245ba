/** The chain as it lies, and how its pieces are called. What may be done is in the moves, never here. */
import type { Words } from '$lib/game';
import type { Face, FilBoard, Paw } from './types';

export interface Laid extends Paw {
  /** From 0; the first of a round is blue. */
  number: number;
  /** Do its claws point at the clue that comes after it, from left to right? */
  onward: boolean;
}

export interface Link {
  clue: number;
  face: Face;
  /** Between this clue and the next; `thinking` where Braincat still turns it. */
  paw: Laid | 'thinking' | null;
}

const isBetween = (pair: readonly number[], one: number, other: number): boolean =>
  pair.includes(one) && pair.includes(other);

/** The clues from left to right, each with what lies between it and the next. */
export function linksOf(board: FilBoard): Link[] {
  return board.order.flatMap((clue, place) => {
    const face = board.clues[clue];
    if (!face) return [];
    const next = board.order[place + 1];
    return [{ clue, face, paw: next === undefined ? null : pawBetween(board, clue, next) }];
  });
}

function pawBetween(board: FilBoard, clue: number, next: number): Link['paw'] {
  const number = board.paws.findIndex((paw) => isBetween([paw.at, paw.other], clue, next));
  const paw = board.paws[number];
  if (paw) return { ...paw, number, onward: paw.at === next };
  return board.paw_between !== null && isBetween(board.paw_between, clue, next) ? 'thinking' : null;
}

/** « 8 s », « 1 min 12 », or that the clock laid it. */
export function tookText(paw: Paw, words: Words): string {
  if (paw.by_clock) return words.label('screen.by_chance');
  const seconds = Math.round(paw.took / 1000);
  return seconds < 60
    ? words.label('screen.seconds', { seconds })
    : words.label('screen.minutes', { count: Math.floor(seconds / 60), text: String(seconds % 60).padStart(2, '0') });
}

/** « Patte bleue : plutôt Gardien de phare, 8 s. » */
export function pawText(paw: Laid, board: FilBoard, words: Words): string {
  const near = quoted(board.clues[paw.at]?.text ?? '');
  return words.label(paw.number === 0 ? 'screen.paw.blue' : 'screen.paw.green', { near, text: tookText(paw, words) });
}

/** The theme a card is of. */
export const themeOf = (board: FilBoard, face: Face): string => board.themes[face.theme]?.id ?? '';

/** A card for the ear: its text, and what else is printed on it. */
export function faceText(face: Face, words: Words): string {
  const sex = face.sex === '' ? '' : `${words.label(`board.sex.${face.sex}`)}\u00a0: `;
  return `${sex}${face.text}`;
}

/** A card's words inside a sentence, which has a full stop of its own. */
export const quoted = (text: string): string => text.replace(/([^.])\.$/, '$1');

const SHORT = 34;

/** As much of a card's words as a button holds. */
export const shortly = (text: string): string =>
  text.length <= SHORT + 3 ? quoted(text) : `${text.slice(0, text.lastIndexOf(' ', SHORT)).replace(/[\s,;:.]+$/, '')}…`;
