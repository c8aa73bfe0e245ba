/** Where things are on the board of Pierres. What may be done is in the moves, never here. */
import type { Ask } from '$lib/game';
import type { PierresAction, PierresFrame } from './types';

// --- Places ----------------------------------------------------------------------------------------------------------

export const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export const COLUMNS = 'ABCDEFGHI';
export const CENTRE = 40;

export const rowOf = (cell: number): number => Math.floor(cell / 9);
export const columnOf = (cell: number): number => cell % 9;
export const squareOf = (cell: number): number => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);

/** The nine cells of a square, row by row. */
export function cellsOf(square: number): number[] {
  const corner = 27 * Math.floor(square / 3) + 3 * (square % 3);
  return NINE.map((place) => corner + 9 * Math.floor(place / 3) + (place % 3));
}

/** Column and row, as the captions say it: C4. */
export const cellName = (cell: number): string => `${COLUMNS.charAt(columnOf(cell))}${rowOf(cell) + 1}`;

/** Facts for labels that name a place in words. */
export const placeOf = (cell: number): { number: number; column: string } => ({
  number: rowOf(cell) + 1,
  column: COLUMNS.charAt(columnOf(cell)),
});

/** Where an arrow key leads; null: it is no such key. The edges hold. */
export function arrow(key: string, cell: number): number | null {
  const row = rowOf(cell);
  const column = columnOf(cell);
  switch (key) {
    case 'ArrowUp':
      return row > 0 ? cell - 9 : cell;
    case 'ArrowDown':
      return row < 8 ? cell + 9 : cell;
    case 'ArrowLeft':
      return column > 0 ? cell - 1 : cell;
    case 'ArrowRight':
      return column < 8 ? cell + 1 : cell;
    case 'Home':
      return 9 * row;
    case 'End':
      return 9 * row + 8;
    default:
      return null;
  }
}

/** The digit of a key, 1–9. */
export const digitOf = (key: string): number | null => (/^[1-9]$/.test(key) ? Number(key) : null);

// --- What may be done ------------------------------------------------------------------------------------------------

export const removable = (moves: PierresAction[]): Set<number> =>
  new Set(moves.flatMap((move) => (move.type === 'Remove' ? [move.cell] : [])));
export const announceable = (moves: PierresAction[]): Set<number> =>
  new Set(moves.flatMap((move) => (move.type === 'Announce' ? [move.digit] : [])));
export const drawing = (moves: PierresAction[]): PierresAction | undefined =>
  moves.find((move) => move.type === 'Draw');

/** The ask the table is waiting for. An allowance that runs out asks nothing of anybody. */
export const awaitedAsk = (asks: Ask[]): Ask | null => asks.find((ask) => ask.awaited.length > 0) ?? null;

/** When the first clock that concerns this ask runs out: its own, or the allowance of who answers it. */
export function untilOf(ask: Ask | null, asks: Ask[]): number | null {
  const times = asks.filter((other) => other === ask || other.kind === 'time').map((other) => other.until);
  const known = times.filter((time) => time !== null);
  return ask === null || known.length === 0 ? null : Math.min(...known);
}

/** Tournoi: the table ms a seat still has. */
export function timeLeft(frame: PierresFrame, seat: number, now: number): number {
  const left = frame.board.time_left[seat] ?? 0;
  const running = frame.asks.find((ask) => ask.kind === 'time' && ask.seats.includes(seat));
  return running?.until == null ? left : Math.max(0, running.until - now);
}

/** m:ss of the wall, never less than what is left. */
export function minutes(ms: number, speed: number): string {
  const seconds = Math.ceil(ms / (speed || 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

// --- Stones ----------------------------------------------------------------------------------------------------------

export interface StoneLook {
  /** Which of the six drawings. */
  kind: number;
  /** How it happens to lie, in degrees. */
  turn: number;
  scale: number;
}

/** No two stones lie alike, but each always lies the same way. */
export function lookOf(seed: number): StoneLook {
  let mixed = Math.imul(seed + 7, 2654435761) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519) >>> 0;
  mixed = (mixed ^ (mixed >>> 13)) >>> 0;
  return { kind: (mixed % 6) + 1, turn: ((mixed >>> 6) % 33) - 16, scale: 1.02 + ((mixed >>> 12) % 3) * 0.035 };
}

// --- What moved ------------------------------------------------------------------------------------------------------

export interface Flight {
  cell: number;
  /** null: the stone leaves the game. */
  to: number | null;
  /** It rolls. */
  missed: boolean;
}

/** The stones lifted in this frame and where they went, as its captions tell. */
export function flightsOf(frame: PierresFrame): Flight[] {
  if (frame.snapshot) return [];
  const flights: Flight[] = [];
  for (const { code, facts } of frame.captions) {
    const { cell, seat, to } = facts;
    if (typeof cell !== 'number') continue;
    if (code === 'cleared') flights.push({ cell, to: null, missed: false });
    else if (code === 'kept' && typeof seat === 'number') flights.push({ cell, to: seat, missed: false });
    else if (code === 'given' && typeof to === 'number') flights.push({ cell, to, missed: true });
  }
  return flights;
}
