/** How a finished game reads. */
import type { Outcome, Words } from '$lib/game';
import type { Head } from '$lib/head';
import { standingsOf, winnersOf, winText, type Standing } from '$lib/standing';

export interface End extends Head {
  ranks: Standing[];
}

export function endOf(outcome: Outcome, words: Words): End {
  const ranks = standingsOf(outcome);
  return {
    title: winText(ranks, words),
    text: winnersOf(ranks).length === ranks.length ? '' : words.label('end.kept'),
    ranks,
  };
}
