/** Why a paw lay as it did: the names of `tags.REASONS`, in their order (a test compares them). */
import type { Words } from '$lib/game';
import { list } from '$lib';

export const REASONS = [
  'danger',
  'night',
  'outdoors',
  'crowd',
  'money',
  'death',
  'care',
  'speech',
  'authority',
  'hands',
  'animals',
  'food',
  'water',
  'machines',
  'travel',
  'art',
  'body',
  'past',
  'love',
  'mischief',
  'feint',
] as const;

export const MOST = 3;

/** « la nuit et l’eau » */
export const reasonText = (because: readonly number[], words: Words): string =>
  list(because.map((one) => words.label(`reasons.${REASONS[one] ?? ''}`)));
