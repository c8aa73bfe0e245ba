/** How Anges & Démons sounds: cards that slide, cards that turn over. */
import type { Sound } from '$lib';
import type { AngesCaptionCode } from './types';

const sounds: Partial<Record<AngesCaptionCode, Sound>> = {
  drew: 'rustle',
  announced: 'rustle',
  took: 'rustle',
  was_true: 'reveal',
  was_false: 'reveal',
  kept: 'knock',
  given: 'knock',
  over: 'spoon',
};

export default sounds;
