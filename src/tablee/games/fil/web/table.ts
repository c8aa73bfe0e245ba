/** Where the table is, who is waited for, and which answers a seat has. */
import type { Ask, Seat } from '$lib/game';
import type { FilAction, FilBoard, FilFrame, FilKind } from './types';

export const TEAMS = ['red', 'blue'] as const;
export type Team = (typeof TEAMS)[number];

export const awaitedIn = (frame: FilFrame): Seat[] => [...new Set(frame.asks.flatMap((ask) => ask.awaited))];

/** The ask of this kind that this seat may answer. */
export const askOf = (frame: FilFrame, seat: Seat | null, kind: FilKind): Ask | undefined =>
  frame.asks.find((ask) => ask.kind === kind && seat !== null && ask.seats.includes(seat));

/** The clock that counts for who looks on: of several the one that runs out first, unless it is the other family's. */
export function untilOf(frame: FilFrame, seat: Seat | null): number | null {
  const { board } = frame;
  const mine = seat === null ? null : teamOf(board, seat);
  const clocks = frame.asks.filter(
    (ask) => ask.until !== null && (ask.kind !== 'ahead' || mine === null || board.leader === mine),
  );
  return clocks.reduce<number | null>(
    (least, { until }) => (least === null || (until ?? least) < least ? until : least),
    null,
  );
}

/** 0 is red, 1 is blue. */
export function teamOf(board: FilBoard, seat: Seat): number | null {
  const at = TEAMS.findIndex((team) => team === board.teams[seat]);
  return at < 0 ? null : at;
}

export const isTogether = (board: FilBoard): boolean =>
  board.options.mode === 'decouverte' || board.options.mode === 'humeurs';

/** The move of this type that fits. */
export function moveOf<T extends FilAction['type']>(
  moves: FilAction[],
  type: T,
  fits: (move: Extract<FilAction, { type: T }>) => boolean = () => true,
): Extract<FilAction, { type: T }> | undefined {
  return moves.find(
    (move): move is Extract<FilAction, { type: T }> =>
      move.type === type && fits(move as Extract<FilAction, { type: T }>),
  );
}
