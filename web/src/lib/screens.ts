/** The screens that games bring along, each fetched when somebody sits down at that game. */
import type { Component } from 'svelte';
import type { GameProps } from './game';

type Part = 'Board' | 'Seat' | 'Table';
type Screen = Component<GameProps<never, never>>;
export type Screens = Record<'Board' | 'Seat', Screen> & { Table: Screen | null };

const found = import.meta.glob<{ default: Screen }>('../../../src/tablee/games/*/web/{Board,Seat,Table}.svelte');

function find(game: string, part: Part): (() => Promise<{ default: Screen }>) | undefined {
  return found[`../../../src/tablee/games/${game}/web/${part}.svelte`];
}

/** A game without screens of its own is played on the plain ones. */
export async function loadScreens(game: string): Promise<Screens> {
  const own = async (part: Part): Promise<Screen | null> => (await find(game, part)?.())?.default ?? null;
  const [board, seat, table] = await Promise.all([own('Board'), own('Seat'), own('Table')]);
  if (board && seat) return { Board: board, Seat: seat, Table: table };
  const plain = await import('../plain/index');
  return { Board: board ?? plain.Board, Seat: seat ?? plain.Seat, Table: table };
}
