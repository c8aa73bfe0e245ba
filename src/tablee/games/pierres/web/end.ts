/** How a finished game reads. Who won is in the outcome. */
import type { Outcome, Words } from '$lib/game';
import type { Head } from '$lib/head';
import { standingsOf, winText } from '$lib/standing';
import type { PierresBoard } from './types';

export interface End extends Head {
  ranks: { seat: number; rank: number; text: string }[];
}

export function endOf(outcome: Outcome, board: PierresBoard, words: Words): End {
  const ranks = standingsOf(outcome);
  const covered = board.digits.filter((digit) => digit === 0).length;
  return {
    title: winText(ranks, words),
    text: covered > 0 ? words.label('end.left', { count: covered }) : words.label('end.grid'),
    ranks: ranks.map(({ seat, rank, score }) => ({ seat, rank, text: words.label('rank', { rank, seat, score }) })),
  };
}
