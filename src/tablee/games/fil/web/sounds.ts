/** How De Fil en Aiguille sounds: yarn pulled through cloth, one « mrr », totems of wood. */
import type { Sound } from '$lib';
import type { FilCaptionCode } from './types';

const sounds: Partial<Record<FilCaptionCode, Sound>> = {
  braincat: 'mrr',
  volunteered: 'mrr',
  theme: 'rustle',
  mood: 'mrr',
  dealt: 'rustle',
  shuffled: 'rustle',
  first_clues: 'yarn',
  clue: 'yarn',
  paw: 'yarn',
  clock_paw: 'yarn',
  shown: 'reveal',
  master_shown: 'reveal',
  three_shown: 'reveal',
  four_shown: 'reveal',
  voted: 'knock',
  purr: 'mrr',
  no_purr: 'refusal',
  tossed: 'totems',
  on_edge: 'spoon',
  totem_moves: 'wood',
  placed: 'wood',
  stepped_on: 'wood',
  joined: 'wood',
  thrown: 'knock',
  false_lead: 'success',
  mystery_lost: 'plop',
  revealed: 'reveal',
  round_won: 'success',
  round_scored: 'success',
  round_lost: 'plop',
  slam_offered: 'spoon',
  grand_slam: 'mrr',
  adopted: 'mrr',
  adopted_with: 'mrr',
  adopted_by: 'mrr',
  adopted_by_one: 'mrr',
};

export default sounds;
