import { describe, expect, test } from 'vitest';
import { t } from '$lib/i18n.svelte';
import type { GameInfo } from '$lib/pages';
import { place } from '$lib/testing/things';
import { nameOf, noteOf, stateOf } from './places';

const INFO = {
  bots: [{ level: 'hard', name: 'Granit', label: 'Difficile', help: '' }],
} as unknown as GameInfo;
const FREE = place(2, { kind: 'free', name: '' });
const BOT = place(1, { kind: 'bot', name: '', level: 'hard' });
const PERSON = place(0, { name: 'Zoé' });

test('a place is called by its person, its bot, or that it is free', () => {
  expect([PERSON, BOT, FREE].map((one) => nameOf(one, INFO))).toEqual(['Zoé', 'Granit', t('place.free')]);
  expect(nameOf(BOT, null)).toBe(t('bot'));
});

describe('a note says', () => {
  test.each([
    ['which place is free', FREE, t('place.number', { number: 3 })],
    ['how good a bot is', BOT, t('place.bot', { level: 'difficile' })],
    ['that somebody is away', { ...PERSON, here: false, ready: true }, t('place.away')],
    ['that somebody is ready', { ...PERSON, ready: true, host: true }, t('place.ready')],
    ['who is the host', { ...PERSON, host: true }, t('place.host')],
    ['that somebody is settling down', PERSON, t('place.settling')],
    [
      'how much more time somebody has',
      { ...PERSON, percent: 150 },
      `${t('place.settling')} · ${t('place.comfort', { times: 1.5 })}`,
    ],
  ])('%s', (_, one, note) => {
    expect(noteOf(one, INFO, false)).toBe(note);
  });

  test('which one is oneself', () => {
    expect(noteOf({ ...PERSON, host: true }, INFO, true)).toBe(t('place.you'));
  });

  test('something even of a bot that nobody knows', () => {
    expect(noteOf(BOT, null, false)).toBe(t('place.bot', { level: 'hard' }));
  });
});

test('a coaster shows who is away and who still thinks', () => {
  expect(
    [
      PERSON,
      { ...PERSON, ready: true },
      { ...PERSON, host: true },
      { ...PERSON, here: false, ready: true },
      BOT,
      FREE,
    ].map(stateOf),
  ).toEqual(['think', null, null, 'away', null, null]);
});
