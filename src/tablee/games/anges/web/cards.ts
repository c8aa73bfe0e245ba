/** Cards, claims and where things stand at the table. What may be done is in the moves, never here. */
import type { Ask, Words } from '$lib/game';
import type {
  AngesAction,
  AngesFrame,
  AngesKind,
  Announce,
  Card,
  CardName,
  Challenge,
  Keep,
  Place,
  Share,
  Take,
} from './types';

// --- Words for cards --------------------------------------------------------------------------------------------------

/** « +2 », « −2 », « 0 », with a real minus. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0');

export const nameOf = (card: Card | { name: CardName }, words: Words): string => words.label(`card.${card.name}`);

/** « Ange 5, Démon 8 et X », for labels that name several. */
export const namesOf = (cards: Card[], words: Words): string => cards.map((card) => nameOf(card, words)).join(', ');

/** A card as it lies: what it is, or that nobody sees it. */
export const spoken = (card: Card | null, words: Words): string =>
  card === null ? words.label('screen.back') : `${nameOf(card, words)}, ${signed(card.up)}`;

// --- The table --------------------------------------------------------------------------------------------------------

/** Where the table is: what it waits for, or that it is over. */
export type Phase = AngesKind | 'over';

export const awaitedAsk = (asks: Ask[]): Ask | null => asks.find((ask) => ask.awaited.length > 0) ?? null;

export function phaseOf(frame: AngesFrame): Phase {
  const ask = awaitedAsk(frame.asks);
  return frame.outcome !== null || ask === null ? 'over' : (ask.kind as AngesKind);
}

// --- What may be done -------------------------------------------------------------------------------------------------

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, i) => item === other[i]);

/** Highest first, as the screen says it. */
export const sorted = (values: number[]): number[] => values.toSorted((a, b) => b - a);

export const announcing = (moves: AngesAction[], values: number[]): Announce | undefined =>
  moves.find((move): move is Announce => move.type === 'Announce' && isSame(move.values, values));

/** Anything that may be said and is not true. */
export function lying(moves: AngesAction[], truths: readonly number[][]): number[] | null {
  const lies = moves.filter(
    (move): move is Announce => move.type === 'Announce' && !truths.some((truth) => isSame(truth, move.values)),
  );
  return lies[Math.floor(Math.random() * lies.length)]?.values ?? null;
}

export const isAmong = (claims: readonly number[][], values: number[]): boolean =>
  claims.some((claim) => isSame(claim, values));

export const taking = (moves: AngesAction[]): Take | undefined =>
  moves.find((move): move is Take => move.type === 'Take');

export const challenging = (moves: AngesAction[], truth: boolean): Challenge | undefined =>
  moves.find((move): move is Challenge => move.type === 'Challenge' && move.truth === truth);

export const keeping = (moves: AngesAction[], wanted: Omit<Keep, 'type'>): Keep | undefined =>
  moves.find(
    (move): move is Keep =>
      move.type === 'Keep' &&
      move.discard === wanted.discard &&
      move.lay === wanted.lay &&
      move.up === wanted.up &&
      move.open_discard === wanted.open_discard,
  );

export const sharing = (moves: AngesAction[], cards: CardName[], places: Place[]): Share | undefined =>
  moves.find(
    (move): move is Share => move.type === 'Share' && isSame(move.cards, cards) && isSame(move.places, places),
  );
