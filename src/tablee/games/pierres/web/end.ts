/** How a finished game reads. Who won is in the outcome. */
import type { Outcome, Words } from '$lib/game';
import type { PierresBoard } from './types';

export interface End {
  title: string;
  text: string;
  ranks: { seat: number; rank: number; text: string }[];
}

export function endOf(outcome: Outcome, board: PierresBoard, words: Words): End {
  const seats = outcome.ranks.map((rank, seat) => ({ seat, rank, score: outcome.scores[seat] ?? 0 }));
  const ranks = seats.toSorted((a, b) => a.rank - b.rank || a.seat - b.seat);
  const best = ranks.filter(({ rank }) => rank === 1);
  const count = best[0]?.score ?? 0;
  const covered = board.digits.filter((digit) => digit === 0).length;
  return {
    title:
      best.length === 1
        ? words.label('end.won', { winner: best[0]?.seat ?? 0, count })
        : words.label('end.tie', { winners: best.map(({ seat }) => seat), count }),
    text: covered > 0 ? words.label('end.left', { count: covered }) : words.label('end.grid'),
    ranks: ranks.map(({ seat, rank, score }) => ({ seat, rank, text: words.label('rank', { rank, seat, score }) })),
  };
}
