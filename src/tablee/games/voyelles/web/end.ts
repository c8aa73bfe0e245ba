/** How a finished game reads. Who won is in the outcome, everything else in the board. */
import type { Outcome, Words } from '$lib/game';
import type { Head } from '$lib/head';
import { standingsOf, winText, type Standing } from '$lib/standing';
import type { VoyellesBoard } from './types';

export interface End extends Head {
  ranks: Standing[];
}

export function endOf(outcome: Outcome, board: VoyellesBoard, words: Words): End {
  const ranks = standingsOf(outcome);
  return {
    title: winText(ranks, words),
    text:
      board.ending === 'dry' || board.ending === 'long'
        ? words.label(`end.${board.ending}`)
        : words.label('end.arrived'),
    ranks,
  };
}
