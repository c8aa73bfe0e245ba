/** The screens that games bring along, each fetched when somebody sits down at that game. */
import type { Component } from 'svelte';
import type { GameProps } from './game';
import type { Sounds } from './sound';

type Part = 'Board' | 'Seat' | 'Table' | 'Zone' | 'Hand';
export type Screen = Component<GameProps<never, never>>;
/** `stays`: how long a caption may be read, in ms, where forgetting is the game; null: until the next one. */
export type Screens = Record<'Board' | 'Seat', Screen> & {
  Table: Screen | null;
  Zone: Screen | null;
  Hand: Screen | null;
  sounds: Sounds;
  stays: number | null;
};

const found = import.meta.glob<{ default: Screen }>(
  '../../../src/tablee/games/*/web/{Board,Seat,Table,Zone,Hand}.svelte',
);

const heard = import.meta.glob<{ default: Sounds; stays?: number }>('../../../src/tablee/games/*/web/sounds.ts');

function find(game: string, part: Part): (() => Promise<{ default: Screen }>) | undefined {
  return found[`../../../src/tablee/games/${game}/web/${part}.svelte`];
}

/** Where several people's device lies open in a race, and the game has no corner of its own for each. */
export async function plainZone(): Promise<Screen> {
  return (await import('../plain/index')).Zone;
}

/** A game without screens of its own is played on the plain ones. */
export async function loadScreens(game: string): Promise<Screens> {
  const own = async (part: Part): Promise<Screen | null> => (await find(game, part)?.())?.default ?? null;
  const [board, seat, table, zone, hand] = await Promise.all([
    own('Board'),
    own('Seat'),
    own('Table'),
    own('Zone'),
    own('Hand'),
  ]);
  const told = await heard[`../../../src/tablee/games/${game}/web/sounds.ts`]?.();
  const [sounds, stays] = [told?.default ?? {}, told?.stays ?? null];
  if (board && seat) return { Board: board, Seat: seat, Table: table, Zone: zone, Hand: hand, sounds, stays };
  const plain = await import('../plain/index');
  return {
    Board: board ?? plain.Board,
    Seat: seat ?? plain.Seat,
    Table: table ?? (board || seat ? null : plain.Table),
    Zone: zone,
    Hand: hand,
    sounds,
    stays,
  };
}
