/** What goes over the wire, as docs/wire.md says. The page shows these and decides nothing. */

export type Language = 'fr' | 'en';
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Fact = boolean | number | string | number[] | string[] | null;
export type Facts = Record<string, Fact>;

/** An answer to an ask: the name of its class in `type`, and its fields. */
export interface Action {
  type: string;
  [field: string]: Json;
}

/** Why something was not done; `text` is in the language of this connection. */
export interface Refusal {
  code: string;
  facts: Facts;
  text: string;
}

/** What just happened, told once. */
export interface Caption {
  code: string;
  facts: Facts;
  text: string;
}

/** Who may do what, until when (table time, ms). No seats: a timed moment. */
export interface Ask {
  id: string;
  kind: string;
  seats: number[];
  awaited: number[];
  until: number | null;
}

export interface Channel {
  name: string;
  may_read: boolean;
  may_write: 'text' | 'emote' | 'none';
}

/** What every hand has. */
export interface Hand {
  seat: number;
  talk: Channel[];
}

/** Rank 1 has won; equal ranks share. */
export interface Outcome {
  ranks: number[];
  scores: number[];
  teams: (string | null)[];
  won: boolean | null;
}

/** What one viewer sees. `seat` null: the shared screen, or somebody who only watches. */
export interface Frame<B = unknown, H = unknown> {
  seat: number | null;
  number: number;
  snapshot: boolean;
  board: B;
  hand: H | null;
  asks: Ask[];
  captions: Caption[];
  moves: Action[];
  now: number;
  speed: number;
  outcome: Outcome | null;
}

export type Pace = 'relaxed' | 'normal' | 'fast' | 'none';
export type Level = string;

export interface Place {
  place: number;
  kind: 'free' | 'person' | 'bot';
  name: string | null;
  emblem: string | null;
  level: Level | null;
  ready: boolean;
  here: boolean;
  host: boolean;
  stand_in: Level | null;
  percent: number;
}

export type OptionValue = string | number | boolean;
export type Options = Record<string, OptionValue>;

export interface Table {
  code: string;
  game: string;
  title: string;
  phase: 'lobby' | 'playing' | 'over';
  options: Options;
  preset: string | null;
  pace: Pace;
  places: Place[];
  low: number;
  high: number;
  paused: boolean;
  commitment: string | null;
  seed: string | null;
  record: string | null;
  spectators: number;
}

export interface You {
  places: number[];
  host: boolean;
}

export type Tell =
  | ({ tell: 'answer'; id: string; ok: boolean; refusal?: Refusal } & Record<string, unknown>)
  | { tell: 'lobby'; table: Table; you: You }
  | ({ tell: 'frame' } & Frame)
  | { tell: 'clock'; now: number; speed: number }
  | { tell: 'said'; channel: string; seat: number | null; name: string; text?: string; emote?: string }
  | { tell: 'pong'; sent: number; now: number }
  | { tell: 'bye'; code: string; text: string };
