/** A View as a list of named things. Knows no game: it only knows shapes. */
import type { Person, Words } from '$lib/game';

export type Shape =
  | { kind: 'text'; text: string }
  | { kind: 'people'; rows: { person: Person; text: string }[] }
  | { kind: 'grid'; side: number; cells: string[] };

export interface Field {
  name: string;
  label: string;
  shape: Shape;
}

const HIDDEN = new Set(['options', 'talk', 'seat']);

export function fieldsOf(value: unknown, words: Words, people: Person[]): Field[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !HIDDEN.has(name))
    .map(([name, one]) => ({ name, label: words.has(`board.${name}`) ? words.label(`board.${name}`) : plainly(name), shape: shapeOf(one, people) }));
}

function shapeOf(value: unknown, people: Person[]): Shape {
  if (!Array.isArray(value)) return { kind: 'text', text: textOf(value) };
  if (value.length === people.length) return { kind: 'people', rows: people.map((person, i) => ({ person, text: textOf(value[i]) })) };
  const side = Math.sqrt(value.length);
  if (side >= 3 && Number.isInteger(side)) return { kind: 'grid', side, cells: value.map((one) => (one === 0 ? '' : textOf(one))) };
  return { kind: 'text', text: textOf(value) };
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  if (Array.isArray(value)) return value.length ? value.map(textOf).join(', ') : '–';
  if (typeof value === 'object') return Object.entries(value).map(([name, one]) => `${plainly(name)} ${textOf(one)}`).join(', ');
  return String(value);
}

export function plainly(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLocaleLowerCase();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
