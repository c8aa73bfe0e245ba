/** Where a round is, and how each person stands in it. */
import type { Ask, Person, Seat } from '$lib/game';
import type { VoyellesBoard, VoyellesFrame, VoyellesKind } from './types';

export type Phase = VoyellesKind | 'over';
/** Why somebody cannot take the microphone. */
export type Silence = 'excluded' | 'out' | 'passed' | null;

export const askNow = (frame: VoyellesFrame): Ask | null => frame.asks[0] ?? null;

export function phaseOf(frame: VoyellesFrame): Phase {
  return frame.outcome === null ? ((askNow(frame)?.kind as VoyellesKind | undefined) ?? 'over') : 'over';
}

export function silenceOf(board: VoyellesBoard, seat: Seat): Silence {
  if (board.out.includes(seat)) return 'out';
  if (board.excluded.includes(seat)) return 'excluded';
  return board.passed.includes(seat) ? 'passed' : null;
}

/** The coaster of who has to do something is ringed; in a race that is nobody in particular. */
export function stateOf(frame: VoyellesFrame, person: Person | undefined, seat: Seat): 'act' | 'think' | 'away' | null {
  if (person?.here === false) return 'away';
  const ask = askNow(frame);
  if (!ask?.seats.includes(seat)) return null;
  if (ask.kind === 'mic') return null;
  return ask.seats.length > 1 ? 'think' : 'act';
}

/** The pile that was turned just now, if this frame tells of one. */
export function turnedPile(frame: VoyellesFrame): number | null {
  const pile = frame.captions.findLast((caption) => caption.code === 'turned')?.facts['pile'];
  return typeof pile === 'number' ? pile : null;
}

/** Another word, or another verdict on it, is another scene. */
export const saidKey = ({ said }: VoyellesBoard): string =>
  said ? `${said.round}.${said.seat}.${said.word}.${said.verdict}.${said.why}` : '';
