/** What the house answers over HTTP, as docs/wire.md says.
 *  Made by `make types-ts` from server/wire. Do not edit: change those and run it again. */
import type { Action, Facts, Frame, Hand, OptionValue, Options, Outcome, Seat } from './wire';

/** A game of this house. */
export interface GameInfo {
  id: string;
  title: string;
  tagline: string;
  minutes: number;
  age: number;
  /** The fewest seats. */
  low: number;
  high: number;
  /** May two seats share a device that is passed round? */
  one_device: boolean;
  presets: Preset[];
  options: OptionField[];
  bots: BotLevel[];
  has_lesson: boolean;
  kinds: { [key: string]: AskKind };
}

export interface Preset {
  id: string;
  label: string;
  help: string;
  options: Options;
}

export interface OptionField {
  name: string;
  label: string;
  help: string;
  /** The named ones. */
  values: OptionChoice[];
  numbers: Numbers | null;
  is_seat: boolean;
  /** The text of a pack of the players' own; empty: none. */
  is_pack: boolean;
  default: OptionValue;
  /** How a number reads, e.g. `{number} {number:minute|minutes}`. */
  number_label: string | null;
}

export interface OptionChoice {
  value: string | boolean;
  label: string;
}

export interface Numbers {
  low: number;
  high: number;
}

export interface BotLevel {
  level: string;
  name: string;
  label: string;
  help: string;
}

/** How an ask of one kind is answered. */
export interface AskKind {
  /** Who comes first matters: no marking, no confirming. */
  race: boolean;
  optional: boolean;
  actions: string[];
}

/** Every template a player of a game may read, by its code. */
export interface WordBook {
  labels: { [key: string]: string };
  captions: { [key: string]: string };
  refusals: { [key: string]: string };
  rules: Rules | null;
}

export interface Rules {
  title: string;
  short: string[];
  full: Section[];
}

export interface Section {
  title: string;
  text: string[];
}

/** A short game from a script. */
export interface Lesson {
  game: string;
  title: string;
  options: Options;
  people: string[];
  /** The learner's. */
  seat: Seat;
  steps: LessonStep[];
}

export interface LessonStep {
  frame: { tell: 'frame' } & Frame;
  /** What the coach says. */
  note: string;
  /** What the learner has to do, any of these; none: only to listen. */
  expected: Action[];
}

/** Is there a table of this code? */
export interface Whereabouts {
  exists: boolean;
  game: string | null;
  phase: 'lobby' | 'over' | 'playing' | null;
  /** Where other devices reach this house; null: they cannot. */
  address: string | null;
}

/** A finished game, as one viewer saw it or with everything open. */
export interface Theatre {
  game: string;
  title: string;
  /** The version of the game's rules. */
  rules: number;
  options: Options;
  people: Player[];
  /** The SHA-256 of the seed. */
  commitment: string;
  seed: string;
  outcome: Outcome | null;
  /** Whose eyes; null: the shared screen's, or everything is open. */
  seat: Seat | null;
  open: boolean;
  moments: Moment[];
}

export interface Player {
  name: string;
  emblem: string | null;
  /** Of a bot. */
  level: string | null;
}

/** One frame of a finished game. With everything open its board lies open, its captions are everybody's, and its asks say who is waited for. */
export interface Moment {
  frame: { tell: 'frame' } & Frame;
  /** With everything open: what each seat holds. */
  hands: (Hand | null)[] | null;
}

/** What is worth telling of a finished game. */
export interface StoryLine {
  code: string;
  facts: Facts;
  text: string;
  /** The moment, from 0, of the theatre with everything open. */
  at: number;
}

export interface Deleted {
  deleted: true;
}

/** One page of the finished games that were asked for, the newest first. */
export interface Evenings {
  /** Everything this house has is shown, not only what this device knows. */
  all: boolean;
  count: number;
  page: number;
  pages: number;
  games: GameTitle[];
  evenings: Evening[];
}

export interface GameTitle {
  id: string;
  title: string;
}

/** A finished game. */
export interface Evening {
  record: string;
  game: string;
  title: string;
  /** In seconds; null: nobody noted it. */
  finished: number | null;
  minutes: number;
  /** Won or lost by all. */
  together: boolean;
  /** From here it may be deleted without a key. */
  deletable: boolean;
  people: Guest[];
}

export interface Guest {
  name: string;
  emblem: string | null;
  bot: boolean;
  won: boolean;
  score: number;
}

/** What can be counted in the games that were asked for. */
export interface Figures {
  games: GameFigures[];
  people: PersonFigures[];
  /** Where the house tells how strong people are. */
  ladders: Ladder[];
}

export interface GameFigures {
  game: string;
  title: string;
  played: number;
  minutes: number;
  best: BestScore | null;
}

export interface BestScore {
  score: number;
  name: string;
}

export interface PersonFigures {
  name: string;
  emblem: string | null;
  played: number;
  won: number;
  games: PartFigures[];
}

/** Of one person in one game. */
export interface PartFigures {
  game: string;
  title: string;
  played: number;
  won: number;
  lines: string[];
}

export interface Ladder {
  game: string;
  title: string;
  people: Rung[];
}

export interface Rung {
  name: string;
  bot: boolean;
  points: number;
  played: number;
}

/** Why there is nothing to answer; `text` is in the language that was asked for. */
export interface Sorry {
  code: string;
  text: string;
}
