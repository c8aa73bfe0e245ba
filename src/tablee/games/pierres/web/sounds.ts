/** How Pierres sounds: pebble on wood, pebble in pebbles; wrong, a plop. */
import type { Sound } from '$lib';
import type { PierresCaptionCode } from './types';

const sounds: Partial<Record<PierresCaptionCode, Sound>> = {
  cleared: 'stone',
  kept: 'success',
  given: 'plop',
  drawn: 'rustle',
  announced: 'knock',
  zero: 'refusal',
  complete: 'spoon',
};

export default sounds;
