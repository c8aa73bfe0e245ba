/** How a game that has winners ended: who stands where, and the sentence that says who won. */
import type { Outcome, Seat, Words } from './game';

export interface Standing {
  seat: Seat;
  rank: number;
  score: number;
}

/** The best first; who shares a rank stands as they sit. */
export function standingsOf(outcome: Outcome): Standing[] {
  const seats = outcome.ranks.map((rank, seat) => ({ seat, rank, score: outcome.scores[seat] ?? 0 }));
  return seats.toSorted((a, b) => a.rank - b.rank || a.seat - b.seat);
}

export const winnersOf = (standings: readonly Standing[]): Standing[] => standings.filter(({ rank }) => rank === 1);

/** In each game's own words: `end.won` of one, `end.tie` of several. */
export function winText(standings: readonly Standing[], words: Words): string {
  const best = winnersOf(standings);
  const count = best[0]?.score ?? 0;
  return best.length === 1
    ? words.label('end.won', { winner: best[0]?.seat ?? 0, count })
    : words.label('end.tie', { winners: best.map(({ seat }) => seat), count });
}
