/** The classroom: six places, each with a slate. First those before the seats, then the centre's. */
import type { Seat, Words } from '$lib/game';
import type { CopieurAction, CopieurBoard, CopieurCaption, CopieurFrame, CopieurKind, Shown } from './types';

export type Place = number;
export type Phase = 'look' | 'roll' | 'play' | 'tell' | 'question' | 'shown' | 'over';
export type Ask = CopieurFrame['asks'][number];

const PHASES: readonly string[] = ['look', 'roll', 'play', 'tell', 'question', 'shown'];
const SLATES = 6;
/** Where one's own slate lies among the six: in the middle of the lower row. */
const MINE = 4;

export function phaseOf(frame: CopieurFrame): Phase {
  const found = frame.asks.find((ask) => PHASES.includes(ask.kind));
  return found ? (found.kind as Phase) : 'over';
}

/** The ask of this kind, if it is open; to this seat, if one is named. */
export function askOf(frame: CopieurFrame, kind: CopieurKind, seat: Seat | null = null): Ask | null {
  return frame.asks.find((ask) => ask.kind === kind && (seat === null || ask.seats.includes(seat))) ?? null;
}

/** What everybody waits for: the suspense, as long as there is one. */
export function clockOf(frame: CopieurFrame, seat: Seat | null): Ask | null {
  const suspense = askOf(frame, 'suspense');
  if (suspense !== null && seat !== frame.board.active) return suspense;
  return frame.asks.find((ask) => PHASES.includes(ask.kind)) ?? null;
}

export const isSeat = (place: Place, board: CopieurBoard): boolean => place < board.points.length;
export const centreOf = (place: Place, board: CopieurBoard): number => place - board.points.length + 1;
export const centrePlaces = (board: CopieurBoard): Place[] => places(board).filter((place) => !isSeat(place, board));
const places = (board: CopieurBoard): Place[] =>
  Array.from({ length: Math.max(SLATES, board.points.length) }, (_, place) => place);

/** Everybody else in the order of play, then the centre. */
export function othersFrom(me: Seat, board: CopieurBoard): Place[] {
  const count = board.points.length;
  const seats = Array.from({ length: count - 1 }, (_, step) => (me + 1 + step) % count);
  return [...seats, ...centrePlaces(board)];
}

/** Two rows of three that never change their places: where something lies is what one remembers. */
export function rowsOf(me: Seat | null, board: CopieurBoard): Place[] {
  return me === null ? places(board) : othersFrom(me, board).toSpliced(MINE, 0, me);
}

export function nameOf(place: Place, board: CopieurBoard, words: Words): string {
  return isSeat(place, board) ? words.name(place) : words.label('screen.centre', { centre: centreOf(place, board) });
}

export const faceAt = (place: Place, board: CopieurBoard): Shown | null =>
  board.shown.find((shown) => shown.place === place) ?? null;

/** The move of this type towards this place, if it is offered. */
export function towards(
  moves: CopieurAction[],
  kind: 'Point' | 'Exchange' | 'Hint' | 'Tell',
  place: Place,
  board: CopieurBoard,
): CopieurAction | null {
  const found = moves.find((move) => {
    if ('to' in move) return move.type === kind && move.to === place;
    return 'centre' in move && move.type === `${kind}Centre` && move.centre === centreOf(place, board);
  });
  return found ?? null;
}

/** Which slates have just moved: from where to where. Told once, kept nowhere. */
export function tripsOf(captions: CopieurCaption[], board: CopieurBoard): [Place, Place][] {
  const count = board.points.length;
  return captions.flatMap(({ code, facts }): [Place, Place][] => {
    if (code === 'passed') return board.points.map((_, seat) => [seat, (seat + 1) % count]);
    if (code !== 'exchanged' && code !== 'exchanged_centre') return [];
    const from = Number(facts['seat']);
    const to = code === 'exchanged' ? Number(facts['to']) : count + Number(facts['centre']) - 1;
    return [
      [from, to],
      [to, from],
    ];
  });
}

export const justTold = (frame: CopieurFrame, code: CopieurCaption['code']): boolean =>
  frame.captions.some((caption) => caption.code === code);
