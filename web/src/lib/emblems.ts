import type { Place } from './wire';

/** Twelve things from the larder: silhouette, weave and colour each tell them apart alone. */
export const EMBLEMS = [
  'poire',
  'citron',
  'sardine',
  'radis',
  'champignon',
  'fromage',
  'cerises',
  'artichaut',
  'oeuf',
  'cafetiere',
  'aubergine',
  'brioche',
] as const;

export type EmblemName = (typeof EMBLEMS)[number];

export function isEmblem(name: string | null | undefined): name is EmblemName {
  return EMBLEMS.includes(name as EmblemName);
}

/** Bots bring no emblem along: they take what is left over in the kitchen. */
const BOTS_FIRST = ['cafetiere', 'fromage', 'champignon', 'oeuf', ...EMBLEMS];

export function emblemsOf(places: Place[]): (string | null)[] {
  const taken = new Set(places.map((place) => place.emblem));
  return places.map((place) => {
    if (place.kind === 'free') return null;
    if (place.emblem) return place.emblem;
    const left = BOTS_FIRST.find((emblem) => !taken.has(emblem)) ?? 'cafetiere';
    taken.add(left);
    return left;
  });
}
