/** How a finished game reads. Who won is in the outcome, everything else in the board's ending. */
import type { Outcome, Seat, Words } from '$lib/game';
import { nameOf } from './cards';
import type { AngesBoard, Award, Ending } from './types';

export interface End {
  title: string;
  text: string;
  ranks: { seat: Seat; rank: number; score: number; text: string }[];
}

export function endOf(outcome: Outcome, board: AngesBoard, words: Words): End {
  const seats = outcome.ranks.map((rank, seat) => ({ seat, rank, score: outcome.scores[seat] ?? 0 }));
  const ranks = seats.toSorted((a, b) => a.rank - b.rank || a.seat - b.seat);
  const best = ranks.filter(({ rank }) => rank === 1);
  const count = best[0]?.score ?? 0;
  return {
    title:
      best.length === 1
        ? words.label('end.won', { winner: best[0]?.seat ?? 0, count })
        : words.label('end.tie', { winners: best.map(({ seat }) => seat), count }),
    text: board.ending === null ? '' : words.label(`end.${board.ending.reason}`),
    ranks: ranks.map((one) => ({ ...one, text: words.label('rank', one) })),
  };
}

/** The sentence of a prize. */
export function awardText(award: Award, ending: Ending, words: Words): string {
  const told = ending.told[award.told];
  if (!told) return '';
  const cards = told.cards.map((card) => nameOf(card, words)).join(', ');
  return words.label(`award.${award.prize}.text`, {
    seat: award.seat,
    to: award.other,
    values: told.claim,
    cards,
    count: award.amount,
  });
}

export const liesOf = (ending: Ending): number => ending.told.filter((told) => !told.is_true).length;
