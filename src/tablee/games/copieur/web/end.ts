/** How a finished game reads. */
import type { Outcome, Seat, Words } from '$lib/game';

export interface End {
  title: string;
  text: string;
  ranks: { seat: Seat; rank: number; score: number }[];
}

export function endOf(outcome: Outcome, words: Words): End {
  const seats = outcome.ranks.map((rank, seat) => ({ seat, rank, score: outcome.scores[seat] ?? 0 }));
  const ranks = seats.toSorted((a, b) => a.rank - b.rank || a.seat - b.seat);
  const best = ranks.filter(({ rank }) => rank === 1);
  const count = best[0]?.score ?? 0;
  const isTie = best.length > 1;
  return {
    title: isTie
      ? words.label('end.tie', { winners: best.map(({ seat }) => seat), count })
      : words.label('end.won', { winner: best[0]?.seat ?? 0, count }),
    text: best.length === ranks.length ? '' : words.label('end.kept'),
    ranks,
  };
}
