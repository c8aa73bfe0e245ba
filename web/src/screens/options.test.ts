import { describe, expect, test } from 'vitest';
import { speech, t } from '$lib/i18n.svelte';
import type { GameInfo, OptionField } from '$lib/pages';
import { place, table } from '$lib/testing/things';
import type { Options } from '$lib/wire';
import { optionLines, packTitle, packWords, valueLabel, withoutPacks } from './options';

const TABLE = table([place(0, { name: 'Zoé' }), place(1, { kind: 'free' }), place(2, { name: 'Luc' })]);

const field = (name: string, parts: Partial<OptionField> = {}): OptionField => ({
  name,
  label: `Label of ${name}`,
  help: '',
  values: [],
  numbers: null,
  is_seat: false,
  is_pack: false,
  default: false,
  number_label: null,
  ...parts,
});

describe('a pack of the players’ own', () => {
  test('that is nothing but words names the last of them', () => {
    expect(packWords('un deux\n  trois un')).toEqual(['un', 'deux', 'trois']);
    expect(packTitle('un deux trois')).toBe('un, deux, trois');
    expect(packTitle('un deux trois quatre cinq')).toBe(t('pack.words', { words: 'trois, quatre, cinq', count: 2 }));
  });

  test('with cards is called by its title', () => {
    expect(packWords('title = "x"')).toBeNull();
    expect(packTitle('# mine\ntitle = "Les \\"vieux\\" métiers"\n')).toBe('Les "vieux" métiers');
    expect(packTitle('cards = []')).toBe(t('pack.untitled'));
  });
});

test('a pack is not sent again when something else is set', () => {
  const rules = table([], { options: { mode: 'humeurs', pack: 'title = "x"' } });
  const info = { options: [field('mode'), field('pack', { is_pack: true })] } as GameInfo;
  expect(withoutPacks(rules, info)).toEqual({ mode: 'humeurs' });
  expect(withoutPacks(rules, null)).toEqual(rules.options);
});

describe('a value reads', () => {
  test('as its label, where it has one', () => {
    const named = field('grid', { values: [{ value: 'random', label: 'Au hasard' }] });
    expect(valueLabel(named, 'random', TABLE)).toBe('Au hasard');
    expect(valueLabel(named, 7, TABLE)).toBe('7');
  });

  test('as yes or no', () => {
    expect([valueLabel(field('a'), true, TABLE), valueLabel(field('a'), false, TABLE)]).toEqual([t('yes'), t('no')]);
  });

  test('as who sits there: seats are the taken places', () => {
    const first = field('first', { is_seat: true });
    expect([0, 1, 2].map((seat) => valueLabel(first, seat, TABLE))).toEqual([
      'Zoé',
      'Luc',
      t('place.number', { number: 3 }),
    ]);
  });

  test('as a number with its word', () => {
    speech.choose('fr');
    const minutes = field('minutes', { number_label: '{number} {number:minute|minutes}' });
    expect([valueLabel(minutes, 1, TABLE), valueLabel(minutes, 5, TABLE)]).toEqual(['1 minute', '5 minutes']);
  });

  test('as the title of a pack', () => {
    expect(valueLabel(field('pack', { is_pack: true }), 'title = "A"', TABLE)).toBe('A');
  });
});

describe('the lines of the lobby', () => {
  const lines = (options: Options, ...fields: OptionField[]) =>
    optionLines({ ...TABLE, options }, { options: fields } as unknown as GameInfo);

  test('are packs first, then what is unusual, three of them, and the pace', () => {
    const found = lines(
      { a: 1, b: 2, c: 3, pack: 'un', d: 4 },
      field('a', { default: 1 }),
      field('b', { default: 2 }),
      field('c', { default: 0 }),
      field('pack', { is_pack: true, default: '' }),
      field('d', { default: 4 }),
    );
    expect(found.map(({ name, unusual, pack }) => [name, unusual, pack])).toEqual([
      ['pack', true, true],
      ['c', true, false],
      ['a', false, false],
      ['(pace)', false, false],
    ]);
    expect(found.at(-1)?.value).toBe(t('pace.normal'));
  });

  test('leave out what is off or not there', () => {
    const found = lines({ off: false, none: '', on: true }, field('off'), field('none'), field('on'), field('unknown'));
    expect(found.map(({ name }) => name)).toEqual(['on', '(pace)']);
  });

  test('are the pace alone while the game is not known', () => {
    expect(optionLines(TABLE, null).map(({ name }) => name)).toEqual(['(pace)']);
  });
});
