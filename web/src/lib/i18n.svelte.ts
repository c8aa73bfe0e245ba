/** The shell's own words, in the language of this person. */
import en from '../words/en.json';
import fr from '../words/fr.json';
import { fill, listed } from './fill';
import { recall, remember } from './keep';
import type { Facts, Language } from './wire';

export type Key = keyof typeof fr;

const WORDS: Record<Language, Record<Key, string>> = { fr, en };

function first(): Language {
  const kept = recall<string>('language');
  if (kept === 'fr' || kept === 'en') return kept;
  // French first: English only for a browser that asks for it and not for French.
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  const english = wanted.indexOf('en');
  const french = wanted.indexOf('fr');
  return english >= 0 && (french < 0 || english < french) ? 'en' : 'fr';
}

class Speech {
  language = $state<Language>(first());

  constructor() {
    // Chosen in another window of this browser: it is the same person.
    addEventListener('storage', ({ key }) => {
      if (key === 'tablee.language') this.language = first();
    });
  }

  choose(language: Language): void {
    this.language = language;
    remember('language', language);
  }
}

export const speech = new Speech();

export function t(key: Key, facts: Facts = {}): string {
  return fill(WORDS[speech.language][key], facts, speech.language);
}

export function has(key: string): key is Key {
  return key in fr;
}

/** « Zoé, Luc et Odile ». */
export function list(items: string[]): string {
  return listed(items, speech.language);
}

/** One to twelve in letters, as in « Quatre à table ». */
export function inLetters(count: number): string {
  const key = `number.${count}`;
  return has(key) ? t(key) : String(count);
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
