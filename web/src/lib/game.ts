/**
 * What a game's own screens receive, and nothing else. A game puts them in `src/tablee/games/<game>/web/`:
 *
 *   Seat.svelte   one person's screen: everything private and everything public, thumb zone included (phone first)
 *   Board.svelte  the shared screen: public things only, for 80 × 38 rem and for the left of a wide page
 *   Table.svelte  optional: both on one wide page; without it Board and Seat stand side by side
 *
 * Each takes `GameProps<B, H>`: `let { frame, words, people, seat, play, … }: GameProps<PierresBoard> = $props();`
 *
 * Around them the shell draws the torchon on the top edge, the announcer's strip below a Board, the announcer for screen
 * readers, pause, connection, curtain, end and rules. A Seat fills its parent (100 % of width and height, which is the
 * viewport less 1 rem; 360 × 724 px on the smallest phone that must not scroll), puts `{@render menu()}` (44 px) at the
 * right end of its header and `{@render strip()}` (one line, 2 rem) where the last caption shall stand.
 * Somebody who watches on a phone gets the Seat with `seat: null`: public things, no thumb zone.
 * Parents are size containers named `game`: use `@container game (min-width: …)` rather than the viewport.
 *
 * The art is in the page: `<svg viewBox="0 0 64 64"><use href="#pierre-1" /></svg>`. Set colours with `style:--c1={…}`;
 * a plain `style="…"` attribute is refused by the content security policy.
 */
import type { Snippet } from 'svelte';
import type { Action, Ask, Facts, Frame, Options, Refusal, Language } from './wire';

export type { Action, Ask, Caption, Facts, Fact, Frame, Hand, Language, Options, Outcome, Refusal } from './wire';

/** Who sits at a seat, by seat number. */
export interface Person {
  seat: number;
  name: string;
  /** One of the twelve emblems, see `$lib/emblems`. */
  emblem: string;
  /** A bot, or a bot standing in. */
  bot: boolean;
  here: boolean;
  /** Is this seat held by this device? */
  mine: boolean;
}

/** The words of the game in this person's language. */
export interface Words {
  readonly language: Language;
  /** A label of the game's locale with its facts filled in: `words.label('ask.remove.title', { wanted: 4 })`.
   *  Seat facts (`seat`, `to`, `from`, `by`, `winner`, `active`, `seats`, `winners`) become names by themselves. */
  label(key: string, facts?: Facts): string;
  has(key: string): boolean;
  /** Who sits there. */
  name(seat: number): string;
}

/** Private marks, kept on this device for this table and this seat; nobody else ever gets them. */
export interface Pencil<T = unknown> {
  /** What was last written under this key; reactive. */
  read(key: string): T | undefined;
  /** `undefined` rubs it out. */
  write(key: string, value: T | undefined): void;
  clear(): void;
}

export interface GameProps<B = unknown, H = unknown> {
  /** The newest frame. `frame.captions` are those of this frame alone, for movement and sound. */
  frame: Frame<B, H>;
  words: Words;
  /** By seat number. */
  people: Person[];
  /** null: the shared screen, or somebody who watches. */
  seat: number | null;
  options: Options;
  /** The table's code; empty in a replay. */
  code: string;
  title: string;
  /** The ask this seat may answer now, if any (the first of them). */
  ask: Ask | null;
  /** All answers this seat may give now, as the server lists them. */
  moves: Action[];
  /** Is an answer on its way? Disable the main button, keep the mark. */
  busy: boolean;
  /** Nothing can be played: a replay, a pause, a spectator, no connection. */
  still: boolean;
  /** Answers `ask` (or the one named). Resolves to the refusal, null if it was done. The shell shows the refusal. */
  play(action: Action, ask?: string): Promise<Refusal | null>;
  /** Holding one's secret up to the eye: the server sends the glance while it is held. */
  hold(held: boolean): void;
  held: boolean;
  /** Table time in ms, running. Read it in an animation frame, or use `<Clock until={ask.until} {now} />`. */
  now(): number;
  /** Table ms in a second of the wall; 0: it stands still. */
  speed: number;
  pencil: Pencil;
  /** Says something to screen readers only. What the captions say is said already. */
  announce(text: string): void;
  /** The menu button of the shell, for the header of a Seat. */
  menu: Snippet;
  /** The last caption as a strip of one line, for a Seat. */
  strip: Snippet;
}
