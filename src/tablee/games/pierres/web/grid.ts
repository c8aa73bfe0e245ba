/** The board of Pierres as the server sends it, and where things are on it. What may be done is in the moves, never here. */
import type { Action, Ask, Frame } from '$lib/game';

export interface PierresOptions {
  opening: 'by-hand' | 'quick';
  grid: 'random' | number;
  first: 'random' | number;
  meme_chiffre: boolean;
  annonce: boolean;
  tournoi: boolean;
  minutes: number;
}

export interface PierresBoard {
  options: PierresOptions;
  /** The 81 cells, row by row: the digit uncovered there, 0 under a stone. */
  digits: number[];
  stones: number[];
  first: number;
  active: number;
  /** 0 while the first nine stones are removed. */
  turn: number;
  kept: number;
  number: number | null;
  matched: number[];
  bag: number[];
  /** Tournoi: what each seat had left when the active seat's time began to run; empty otherwise. */
  time_left: number[];
  running_since: number;
}

export type PierresFrame = Frame<PierresBoard>;

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

/** Seats go round the table to the left: who sits there. */
export const leftOf = (seat: number, seats: number): number => (seat + 1) % seats;

/** All seats in their order round the table, beginning with this one. */
export const roundFrom = (seat: number, seats: number): number[] => Array.from({ length: seats }, (_, i) => (seat + i) % seats);

// --- What may be done ------------------------------------------------------------------------------------------------

export const removable = (moves: Action[]): Set<number> => fields(moves, 'Remove', 'cell');
export const announceable = (moves: Action[]): Set<number> => fields(moves, 'Announce', 'digit');
export const drawing = (moves: Action[]): Action | undefined => moves.find((move) => move.type === 'Draw');

function fields(moves: Action[], type: string, field: string): Set<number> {
  const found = new Set<number>();
  for (const move of moves) {
    const value = move[field];
    if (move.type === type && typeof value === 'number') found.add(value);
  }
  return found;
}

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
