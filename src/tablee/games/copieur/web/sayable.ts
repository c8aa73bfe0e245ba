/** What can be claimed now, true or not, and how a button says it. */
import { toasts } from '$lib';
import type { Seat, Words } from '$lib/game';
import { othersFrom, towards, type Place } from './classroom';
import type { CopieurAction, CopieurBoard } from './types';

export interface Sayings {
  numbers: Extract<CopieurAction, { type: 'Claim' }>[];
  denial: CopieurAction | undefined;
  /** Whose slate may be pointed at, in the order in which they lie. */
  places: { place: Place; hint: CopieurAction }[];
}

export function sayingsOf(moves: CopieurAction[], me: Seat, board: CopieurBoard): Sayings {
  return {
    numbers: moves.filter((move) => move.type === 'Claim'),
    denial: moves.find((move) => move.type === 'Deny'),
    places: othersFrom(me, board).flatMap((place) => {
      const hint = towards(moves, 'Hint', place, board);
      return hint === null ? [] : [{ place, hint }];
    }),
  };
}

interface Sayable {
  'aria-disabled': 'true' | undefined;
  onclick: () => void;
}

/** While nothing can be said the button says which rule forbids it. */
export function sayable(still: boolean, words: Words, say: () => void): Sayable {
  return {
    'aria-disabled': still ? 'true' : undefined,
    onclick: () => (still ? toasts.show(words.label('screen.still'), { bad: true }) : say()),
  };
}
