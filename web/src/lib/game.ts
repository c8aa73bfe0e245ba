/**
 * What a game's own screens receive, and nothing else. A game puts them in `src/tablee/games/<game>/web/`:
 *
 *   Seat.svelte   one person's screen: everything private and everything public, thumb zone included (phone first)
 *   Board.svelte  the shared screen: public things only, for 80 × 38 rem and for the left of a wide page
 *   Table.svelte  optional: both on one wide page; without it Board and Seat stand side by side
 *   Zone.svelte   optional: one person's corner of a device that lies open between several; a game that brings it is
 *                 never passed round behind the curtain: secrets are peeked at by holding one's corner
 *   Hand.svelte   optional: one person's hand in small, for the theatre with all cards on the table (`frame.hand`)
 *   sounds.ts     optional: which sound goes with which caption; the others knock. Where forgetting is part of the game it
 *                 also exports `stays`: after so many ms a caption is nowhere to be read any more
 *
 * `types.ts` beside them is made from the game's Python by `make types-ts`. Each screen takes the props named there:
 * `let { frame, words, people, seat, play, … }: PierresProps = $props();`
 *
 * Around them the shell draws the torchon on the top edge, the announcer's strip below a Board, the announcer for screen
 * readers, pause, connection, curtain, end and rules. A Seat fills its parent (100 % of width and height, which is the
 * viewport less 1 rem; 360 × 724 px on the smallest phone that must not scroll), puts `{@render menu()}` (44 px) at the
 * right end of its header and `{@render strip()}` (one line, 2 rem) where the last caption shall stand.
 * What people say comes up beside the element that has `data-seat={seat}` (the emblem of who says it), else at the top.
 * Somebody who watches on a phone gets the Seat with `seat: null`: public things, no thumb zone.
 * Below 40 rem of height the page scrolls rather than squeeze a game; one that has room for less sets `--least`.
 * Parents are size containers named `game`: use `@container game (min-width: …)` rather than the viewport.
 *
 * When what had the focus is gone, the last `h2` gets it: let it be the instruction. A piece that is not obvious bears
 * `data-help="name"`; a long touch or the key `?` explains it with the labels `piece.name` and `piece.name.help`.
 *
 * The art is in the page: `<svg viewBox="0 0 64 64"><use href="#pierre-1" /></svg>`. Set colours with `style:--c1={…}`;
 * a plain `style="…"` attribute is refused by the content security policy.
 */
import type { Snippet } from 'svelte';
import type { AskKind } from './pages';
import type { Action, Ask, Caption, Facts, Frame, Language, Options, Refusal, Seat } from './wire';

export type {
  Action,
  Ask,
  Caption,
  Facts,
  Fact,
  Frame,
  Hand,
  Language,
  Ms,
  Options,
  Outcome,
  Refusal,
  Seat,
} from './wire';

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

export interface GameProps<
  B = unknown,
  H = unknown,
  A extends Action = Action,
  C extends Caption = Caption,
  O = Options,
> {
  /** The newest frame. `frame.captions` are those of this frame alone, for movement and sound. */
  frame: Frame<B, H, A, C>;
  words: Words;
  /** By seat number. */
  people: Person[];
  /** null: the shared screen, or somebody who watches. */
  seat: Seat | null;
  options: O;
  /** The table's code; empty in a replay. */
  code: string;
  title: string;
  /** The ask this seat may answer now, if any (the first of them). */
  ask: Ask | null;
  /** How each kind of ask is answered; empty until the page knows. */
  kinds: Record<string, AskKind>;
  /** All answers this seat may give now, as the server lists them. */
  moves: A[];
  /** Is an answer on its way? Disable the main button, keep the mark. */
  busy: boolean;
  /** Nothing can be played: a replay, a pause, a spectator, no connection. */
  still: boolean;
  /** Answers `ask` (or the one named). Resolves to the refusal, null if it was done. The shell shows the refusal, unless
   *  the screen says that it does so itself: `quiet`. */
  play(action: A, ask?: string, how?: { quiet: boolean }): Promise<Refusal | null>;
  /** Calls out something with one tap, on the channel `table`: a phrase of the game, whose words are its label
   *  `phrase.<name>`. Bubbles show it. null: nobody talks here. */
  say: ((emote: string) => void) | null;
  /** Holding one's secret up to the eye: the server sends the glance while it is held. */
  hold(held: boolean): void;
  held: boolean;
  /** Table time in ms, running. Read it in an animation frame, or use `<Clock until={ask.until} {now} />`. */
  now(): number;
  /** Table ms in a second of the wall; 0: it stands still. */
  speed: number;
  pencil: Pencil;
  /** Shows how the last race was decided; null where there was none. */
  receipt: (() => void) | null;
  /** Says something to screen readers only. What the captions say is said already. */
  announce(text: string): void;
  /** The menu button of the shell, for the header of a Seat. */
  menu: Snippet;
  /** The last caption as a strip of one line, for a Seat. The button to say something stands at its end. */
  strip: Snippet<[options?: { talk: boolean }]>;
  /** That button (44 px), for a game that wants it elsewhere: `{@render strip({ talk: false })} … {@render talk()}`. */
  talk: Snippet;
}
