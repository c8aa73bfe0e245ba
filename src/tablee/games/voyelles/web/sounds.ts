/** How Voyelles sounds: a set that warms up, a switch, a needle that scratches. */
import type { Sound } from '$lib';
import type { VoyellesCaptionCode } from './types';

const sounds: Partial<Record<VoyellesCaptionCode, Sound>> = {
  dealt: 'rustle',
  shuffled: 'rustle',
  turned: 'hum',
  clock: 'hum',
  grabbed: 'clunk',
  valid: 'success',
  arrived: 'spoon',
  missing: 'scratch',
  hyphen: 'scratch',
  apostrophe: 'scratch',
  no_vowel: 'scratch',
  all_arrived: 'scratch',
  repeated: 'scratch',
  unknown: 'scratch',
  again: 'scratch',
  silence: 'scratch',
  voted_out: 'scratch',
  voted_in: 'success',
  disputed: 'spoon',
  on_trial: 'spoon',
  won: 'spoon',
};

export default sounds;
