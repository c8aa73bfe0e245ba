/** How Copieur ! sounds: chalk, slates on desks, the ruler on the tile, the school bell once. */
import type { Sound } from '$lib';
import type { CopieurCaptionCode } from './types';

const sounds: Partial<Record<CopieurCaptionCode, Sound>> = {
  learn: 'chalk',
  turned_down: 'slate',
  rolled: 'dice',
  pointed: 'chalk',
  pointed_centre: 'chalk',
  exchanged: 'slate',
  exchanged_centre: 'slate',
  passed: 'slate',
  correction: 'reveal',
  question: 'chalk',
  slapped: 'ruler',
  slapped_early: 'ruler',
  told: 'ruler',
  told_centre: 'ruler',
  told_wrongly: 'ruler',
  told_for: 'reveal',
  claimed: 'chalk',
  denied: 'chalk',
  hinted: 'chalk',
  hinted_centre: 'chalk',
  over: 'bell',
};

export default sounds;

/** For so long a caption stands in the strip, in ms. What happened is told once: remembering it is the game. */
export const stays = 6_000;
