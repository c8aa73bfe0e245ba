/** A View as a list of named things. Knows no game: it only knows shapes. */
import type { Action, Person, Words } from '$lib/game';

export interface Grid {
  kind: 'grid';
  columns: number;
  cells: string[];
}

export type Shape =
  { kind: 'text'; text: string } | { kind: 'people'; rows: { person: Person; text: string }[] } | Grid;

export interface Field {
  name: string;
  label: string;
  shape: Shape;
}

const HIDDEN = new Set(['options', 'talk', 'seat']);

/** `named`: fields whose cells the moves name, so that they are grids whatever their length. */
export function fieldsOf(
  value: unknown,
  words: Words,
  people: Person[],
  named: ReadonlySet<string> = new Set(),
): Field[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !HIDDEN.has(name))
    .map(([name, one]) => ({
      name,
      label: words.has(`board.${name}`) ? words.label(`board.${name}`) : plainly(name),
      shape: shapeOf(one, people, named.has(name)),
    }));
}

function shapeOf(value: unknown, people: Person[], isNamed: boolean): Shape {
  if (!Array.isArray(value)) return { kind: 'text', text: textOf(value) };
  const rows = rowsOf(value);
  if (rows) return { kind: 'grid', columns: rows[0]?.length ?? 1, cells: rows.flat().map(cellText) };
  const side = Math.sqrt(value.length);
  const isSquare = side >= 3 && Number.isInteger(side);
  if (isNamed)
    return { kind: 'grid', columns: isSquare ? side : Math.min(value.length, 6), cells: value.map(cellText) };
  if (value.length === people.length)
    return { kind: 'people', rows: people.map((person, i) => ({ person, text: textOf(value[i]) })) };
  if (isSquare) return { kind: 'grid', columns: side, cells: value.map(cellText) };
  return { kind: 'text', text: textOf(value) };
}

/** Rows of cells: lists of one length, two of them at least. */
function rowsOf(value: unknown[]): unknown[][] | null {
  const [first] = value;
  if (value.length < 2 || !Array.isArray(first) || first.length < 2) return null;
  return value.every((row) => Array.isArray(row) && row.length === first.length) ? (value as unknown[][]) : null;
}

const cellText = (value: unknown): string => (value === 0 || value === null || value === '' ? '' : textOf(value));

/** The cell that a move names: `cell` is one of the board's `cells`, `row` and `column` are in its rows. */
export interface Spot {
  field: string;
  cell: number;
}

export function spotOf(action: Action, board: unknown): Spot | null {
  if (typeof board !== 'object' || board === null) return null;
  const values = Object.entries(action).filter(
    (entry): entry is [string, number] => entry[0] !== 'type' && Number.isInteger(entry[1]),
  );
  for (const [name, field] of Object.entries(board)) {
    if (!Array.isArray(field)) continue;
    const rows = rowsOf(field);
    const row = values.find(([key]) => key === 'row')?.[1];
    const column = values.find(([key]) => key === 'column')?.[1];
    if (rows && row !== undefined && column !== undefined && rows[row]?.[column] !== undefined)
      return { field: name, cell: row * (rows[0]?.length ?? 0) + column };
    const cell = values.find(([key]) => `${key}s` === name)?.[1];
    if (!rows && cell !== undefined && cell >= 0 && cell < field.length) return { field: name, cell };
  }
  return null;
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  if (Array.isArray(value)) return value.length ? value.map(textOf).join(', ') : '–';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${plainly(name)} ${textOf(one)}`)
      .join(', ');
  return String(value);
}

export function plainly(name: string): string {
  const words = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLocaleLowerCase();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
