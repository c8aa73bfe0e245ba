/** How a finished game reads. Who won is in the outcome, everything else in the board's ending. */
import type { Outcome, Words } from '$lib/game';
import type { Head } from '$lib/head';
import { standingsOf, winText, type Standing } from '$lib/standing';
import { nameOf } from './cards';
import type { AngesBoard, Award, Ending } from './types';

export interface End extends Head {
  ranks: (Standing & { text: string })[];
}

export function endOf(outcome: Outcome, board: AngesBoard, words: Words): End {
  const ranks = standingsOf(outcome);
  return {
    title: winText(ranks, words),
    text: board.ending === null ? '' : words.label(`end.${board.ending.reason}`),
    ranks: ranks.map((one) => ({ ...one, text: words.label('rank', { ...one }) })),
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
