/** The words of one game, from the server. */
import { fill, listed, type Show } from './fill';
import type { Words } from './game';
import type { WordBook } from './pages';
import type { Fact, Facts, Language } from './wire';

export const NO_WORDS: WordBook = { labels: {}, captions: {}, refusals: {}, rules: null };
const SEATS = new Set(['seat', 'to', 'from', 'by', 'winner', 'active', 'seats', 'winners']);
const loaded = new Map<string, Promise<WordBook>>();

export function loadWords(game: string, language: Language): Promise<WordBook> {
  const key = `${game}.${language}`;
  let words = loaded.get(key);
  if (!words) {
    words = fetch(`/api/words/${encodeURIComponent(game)}?lang=${language}`)
      .then((answer) =>
        answer.ok ? (answer.json() as Promise<WordBook>) : Promise.reject(new Error(answer.statusText)),
      )
      .then((locale) => ({ ...NO_WORDS, ...locale }))
      .catch((error: unknown) => {
        // Asked again, it is fetched again.
        loaded.delete(key);
        throw error;
      });
    loaded.set(key, words);
  }
  return words;
}

/** `you`: the seat of who reads. A sentence may have a version for the person it is about: `board.active@seat`.
 * `clocked`: whether a clock runs; what a sentence says about time is said only then. */
export function wordsOf(
  locale: WordBook,
  language: Language,
  names: string[],
  you: number | null = null,
  clocked = false,
): Words {
  const name = (seat: number): string =>
    names[seat] ?? (language === 'fr' ? `Joueur ${seat + 1}` : `Player ${seat + 1}`);
  const shown = (fact: string, value: string | number): string => {
    if (typeof value === 'number') return SEATS.has(fact) ? name(value) : String(value);
    // Several `cards` are shown by the labels of one `card`.
    return locale.labels[`${fact}.${value}`] ?? locale.labels[`${fact.replace(/s$/, '')}.${value}`] ?? value;
  };
  /** As the house does in its captions: `fill.cases.json` holds for both. */
  const show: Show = (fact: string, value: Fact) => {
    if (typeof value === 'boolean') return locale.labels[value ? 'yes' : 'no'] ?? String(value);
    if (value === null || (Array.isArray(value) && value.length === 0)) return locale.labels['nothing'] ?? '–';
    if (!Array.isArray(value)) return shown(fact, value);
    return listed(
      value.map((item) => shown(fact, item)),
      language,
    );
  };
  const about = (key: string, facts: Facts): string => {
    const fact =
      you === null
        ? undefined
        : Object.keys(facts).find((one) => SEATS.has(one) && facts[one] === you && `${key}@${one}` in locale.labels);
    return fact === undefined ? key : `${key}@${fact}`;
  };
  return {
    language,
    name,
    has: (key) => key in locale.labels,
    label: (key: string, facts: Facts = {}) => {
      const template = locale.labels[about(key, facts)];
      // A missing word reads as something plain rather than as nothing.
      return template === undefined
        ? (key.split('.').pop() ?? key).replaceAll(/[_-]/g, ' ')
        : fill(template, { clocked, ...facts }, language, show);
    },
  };
}
