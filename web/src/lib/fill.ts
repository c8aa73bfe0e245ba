/** Templates as in the locales: `{seat} enlève {cell}.`, and with a bar a fact chooses: `{left:pierre|pierres}`. */
import type { Fact, Facts, Language } from './wire';

/** How a fact is shown; null: as it is. */
export type Show = (name: string, fact: Fact) => string | null;

const HOLE = /\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g;

export function fill(template: string, facts: Facts, language: Language, show: Show = () => null): string {
  return template.replace(HOLE, (hole, name: string, first?: string, second?: string) => {
    const fact = facts[name];
    if (fact === undefined) return hole;
    if (first !== undefined && second !== undefined) return chooses(fact, language) ? first : second;
    return show(name, fact) ?? plain(fact);
  });
}

function chooses(fact: Fact, language: Language): boolean {
  if (typeof fact === 'boolean') return fact;
  // French counts nought as one, English as many.
  return fact === 1 || (fact === 0 && language === 'fr');
}

function plain(fact: Fact): string {
  if (fact === null) return '–';
  return Array.isArray(fact) ? fact.join(', ') : String(fact);
}

/** « Zoé, Luc et Odile »; “Zoé, Luc and Odile”, as the house writes it. */
export function listed(items: readonly string[], language: Language): string {
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' }).format(items);
}
