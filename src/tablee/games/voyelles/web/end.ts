/** How a finished game reads. Who won is in the outcome, everything else in the board. */
import type { Outcome, Seat, Words } from '$lib/game';
import type { VoyellesBoard } from './types';

export interface End {
  title: string;
  text: string;
  ranks: { seat: Seat; rank: number; score: number }[];
}

export function endOf(outcome: Outcome, board: VoyellesBoard, words: Words): End {
  const seats = outcome.ranks.map((rank, seat) => ({ seat, rank, score: outcome.scores[seat] ?? 0 }));
  const ranks = seats.toSorted((a, b) => a.rank - b.rank || a.seat - b.seat);
  const best = ranks.filter(({ rank }) => rank === 1);
  const count = best[0]?.score ?? 0;
  return {
    title:
      best.length === 1
        ? words.label('end.won', { winner: best[0]?.seat ?? 0, count })
        : words.label('end.tie', { winners: best.map(({ seat }) => seat), count }),
    text:
      board.ending === 'dry' || board.ending === 'long'
        ? words.label(`end.${board.ending}`)
        : words.label('end.arrived'),
    ranks,
  };
}
