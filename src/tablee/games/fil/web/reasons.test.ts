import { expect, test } from 'vitest';
import { speech } from '$lib';
import { keys } from '$lib/testing/words';
import { REASONS, reasonText } from './reasons';

test('reasons are listed in words', () => {
  speech.choose('fr');
  const [night, water] = [REASONS.indexOf('night'), REASONS.indexOf('water')];
  expect(reasonText([night, water], keys)).toBe('reasons.night et reasons.water');
  expect(reasonText([night], keys)).toBe('reasons.night');
});
