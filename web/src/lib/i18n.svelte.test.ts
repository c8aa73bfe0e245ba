import { beforeEach, describe, expect, test, vi } from 'vitest';
import en from '../words/en.json';
import fr from '../words/fr.json';

type I18n = typeof import('./i18n.svelte');

/** The page, opened anew in a browser that asks for these languages. */
async function opened(...languages: string[]): Promise<I18n> {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  return import('./i18n.svelte');
}

beforeEach(() => localStorage.clear());

describe('the first language', () => {
  test.each([
    ['fr', ['fr-FR', 'en']],
    ['en', ['en-GB', 'fr']],
    ['en', ['de', 'en-US']],
    ['fr', ['de', 'it']],
    ['fr', []],
  ])('is %s where the browser asks for %j', async (language, wanted) => {
    expect((await opened(...wanted)).speech.language).toBe(language);
  });

  test('is the one that was chosen, whatever the browser asks for', async () => {
    (await opened('fr')).speech.choose('en');
    expect((await opened('fr')).speech.language).toBe('en');
  });

  test('is not one that nobody speaks', async () => {
    localStorage.setItem('tablee.language', '"de"');
    expect((await opened('fr')).speech.language).toBe('fr');
  });
});

test('chosen in another window, the language changes here too', async () => {
  const { speech } = await opened('fr');
  localStorage.setItem('tablee.language', '"en"');
  dispatchEvent(new StorageEvent('storage', { key: 'tablee.other' }));
  expect(speech.language).toBe('fr');
  dispatchEvent(new StorageEvent('storage', { key: 'tablee.language' }));
  expect(speech.language).toBe('en');
});

test('words, lists and numbers are in the language of this person', async () => {
  const { t, list, inLetters, speech } = await opened('fr');
  expect([t('yes'), list(['a', 'b', 'c']), inLetters(4)]).toEqual([fr.yes, 'a, b et c', fr['number.4']]);
  speech.choose('en');
  expect([t('yes'), list(['a', 'b', 'c']), inLetters(4)]).toEqual([en.yes, 'a, b and c', en['number.4']]);
});

test('what has no letters is said in figures', async () => {
  const { inLetters } = await opened('fr');
  expect(inLetters(99)).toBe('99');
});

test('a capital has its accent', async () => {
  const { capital } = await opened('fr');
  expect(capital('évidemment')).toBe('Évidemment');
  expect(capital('')).toBe('');
});

test('both languages say the same things with the same facts', () => {
  const holes = (text: string): string[] => [...new Set(text.match(/\{\w+/g) ?? [])].sort();
  const facts = (words: Record<string, string>) =>
    Object.fromEntries(Object.entries(words).map(([key, text]) => [key, holes(text)]));
  expect(facts(en)).toEqual(facts(fr));
});
