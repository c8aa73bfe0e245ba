/** What goes over the wire, as docs/wire.md says.
 *  Made by `make types-ts` from server/wire and the kernel. Do not edit: change those and run it again. */

export type Language = 'fr' | 'en';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Seats are numbered from 0, clockwise. */
export type Seat = number;

/** Milliseconds of table time, or a length of it. */
export type Ms = number;

export type Fact = boolean | number | string | number[] | string[] | null;

export type Facts = { [key: string]: Fact };

/** What one seat sees beside the board. */
export interface Hand {
  seat: Seat;
  talk: Channel[];
}

/** What a seat may do on one channel of talk, judged when something is said. Talk never touches the state. */
export interface Channel {
  name: string;
  may_read: boolean;
  may_write: 'text' | 'emote' | 'none';
  /** How many of the last lines stay on screen, where forgetting what was said is part of the game. null: all. */
  lines: number | null;
}

/** How it ended, seat by seat. Rank 1 has won; equal ranks share. */
export interface Outcome {
  ranks: number[];
  scores: number[];
  teams: (string | null)[];
  /** In a co-operative game: did the players win? */
  won: boolean | null;
}

/** An answer to an ask: the name of its class in `type`, and its fields. */
export type Action = { type: string; [field: string]: Json };

/** Why the house or the table refuses, whatever the game. */
export type HouseRefusalCode =
  | 'bad_emblem'
  | 'bad_message'
  | 'bad_name'
  | 'bad_options'
  | 'bad_percent'
  | 'claimed'
  | 'cleared'
  | 'closing'
  | 'defect'
  | 'full'
  | 'host_may_return'
  | 'host_only'
  | 'house_full'
  | 'in_lobby'
  | 'malformed'
  | 'moved'
  | 'muted'
  | 'name_taken'
  | 'no_claim'
  | 'no_receipt'
  | 'no_such_bot'
  | 'no_such_game'
  | 'no_such_move'
  | 'no_such_phrase'
  | 'no_such_place'
  | 'no_such_preset'
  | 'no_such_seat'
  | 'no_such_table'
  | 'no_table'
  | 'no_teams'
  | 'not_kept'
  | 'not_now'
  | 'not_over'
  | 'not_playing'
  | 'not_read'
  | 'not_ready'
  | 'not_understood'
  | 'not_your_place'
  | 'not_yours'
  | 'nothing_said'
  | 'one_device'
  | 'option_range'
  | 'over'
  | 'phrases_only'
  | 'place_taken'
  | 'playing'
  | 'removed'
  | 'rude_name'
  | 'seated_only'
  | 'seats'
  | 'silence'
  | 'stand_in'
  | 'still_here'
  | 'team_missing'
  | 'team_too_small'
  | 'too_big'
  | 'too_fast'
  | 'too_late'
  | 'too_long'
  | 'too_many'
  | 'too_many_guesses'
  | 'too_many_spectators'
  | 'too_many_tables'
  | 'too_slow'
  | 'too_soon'
  | 'turned_away';

/** An answer: it was done. */
export interface Done {
  /** `hello`, `open`: the code of the table. */
  table?: string;
  /** `sit`: the place taken. */
  place?: number;
  /** `open`, `sit`: what the place, or the host, is known by from now on. */
  key?: string;
  /** `reclaim`: two digits to show, so that the host knows which device asks. */
  number?: number;
  /** `receipt`: how the race was decided. */
  lines?: ReceiptLine[];
  id: string;
  ok: true;
}

/** One answer to a race that is over, as the house weighed it. Times in milliseconds. */
export interface ReceiptLine {
  seat: Seat;
  /** Null: it came when the race was over. */
  rank: number | null;
  /** What the device said. */
  reported: number | null;
  /** What was believed of it. */
  credited: number;
  /** What was compared: the reaction credited, by the seat's comfort. */
  counted: number;
  percent: number;
  /** By how much it may be wrong. */
  margin: number;
  reason: 'distrusted' | 'estimated' | 'house' | 'impossible' | 'limited' | 'reported' | 'sub_human';
  /** Too close to tell from the one before or after: the game's own rule decided. */
  photo: boolean;
}

/** An answer: it was not done. No id: the message was none. */
export interface Refused {
  id: string | null;
  ok: false;
  refusal: Refusal;
}

/** Why something was not done; `text` is in the language of this connection. */
export interface Refusal {
  code: string;
  facts: Facts;
  text: string;
}

/** The table outside its game. */
export interface Lobby {
  table: Table;
  you: You;
  /** Null: as this visit was told before. */
  packs: Packs | null;
}

export interface Table {
  code: string;
  game: string;
  title: string;
  phase: 'lobby' | 'over' | 'playing';
  /** All but the packs. */
  options: Options;
  preset: string | null;
  pace: Pace;
  places: Place[];
  /** The fewest seats. */
  low: number;
  high: number;
  paused: boolean;
  /** The SHA-256 of the seed. */
  commitment: string | null;
  /** Once the game is over. */
  seed: string | null;
  /** Once the game is over: the id of its record. */
  record: string | null;
  spectators: number;
  /** May people write to each other, or only touch phrases? */
  words: boolean;
  /** No record will keep a name. */
  nameless: boolean;
}

export type Options = { [key: string]: OptionValue };

export type OptionValue = string | number | boolean;

export type Pace = 'fast' | 'none' | 'normal' | 'relaxed';

export interface Place {
  place: number;
  kind: 'bot' | 'free' | 'person';
  name: string;
  emblem: string | null;
  /** Of a bot. */
  level: string | null;
  ready: boolean;
  here: boolean;
  host: boolean;
  /** The level of the bot that plays for this person meanwhile. */
  stand_in: string | null;
  /** How much time this seat gets, 100 being normal. */
  percent: number;
  /** Nobody hears what they say. */
  muted: boolean;
  /** Two digits that a device shows which asks for this place back. */
  claim: number | null;
}

export interface You {
  places: number[];
  host: boolean;
}

export type Packs = { [key: string]: string };

/** What one viewer sees. `seat` null: the shared screen, or somebody who only watches. */
export interface Frame<B = unknown, H = unknown, A extends Action = Action, C extends Caption = Caption> {
  seat: Seat | null;
  number: number;
  snapshot: boolean;
  board: B;
  hand: H | null;
  asks: Ask[];
  captions: C[];
  moves: A[];
  now: Ms;
  /** Table milliseconds in a second of the wall; 0: it stands still. */
  speed: number;
  outcome: Outcome | null;
}

/** Who may do what, until when. No seats: a timed moment. */
export interface Ask {
  id: string;
  kind: string;
  seats: Seat[];
  awaited: Seat[];
  until: Ms | null;
  to: 'all';
  awaited_to: 'all';
  /** Who answers first counts. */
  race: boolean;
}

/** What just happened, told once. */
export interface Caption {
  code: string;
  facts: Facts;
  text: string;
}

/** Table time changed its speed. */
export interface Clock {
  now: Ms;
  speed: number;
}

/** Somebody talks, in words or with an emote. */
export interface Said {
  channel: string;
  seat: Seat;
  name: string;
  text?: string;
  emote?: string;
}

export interface Pong {
  sent: number;
  /** Null where no game is on. */
  now: Ms | null;
}

/** The house measures this line: to be sent back with the next picture. */
export interface Ping {
  number: number;
}

/** The server closes, and why. */
export interface Bye {
  code: ByeCode;
  text: string;
}

export type ByeCode =
  | 'cleared'
  | 'closing'
  | 'moved'
  | 'removed'
  | 'too_big'
  | 'too_fast'
  | 'too_many'
  | 'too_slow';

/** What the server tells. */
export type Tell =
  | ({ tell: 'answer' } & Done)
  | ({ tell: 'answer' } & Refused)
  | ({ tell: 'lobby' } & Lobby)
  | ({ tell: 'frame' } & Frame)
  | ({ tell: 'clock' } & Clock)
  | ({ tell: 'said' } & Said)
  | ({ tell: 'pong' } & Pong)
  | ({ tell: 'ping' } & Ping)
  | ({ tell: 'bye' } & Bye);

export interface SitCommand {
  do: 'sit';
  id: string;
  name: string;
  place?: number | null;
  emblem?: string | null;
}

export interface StandCommand {
  do: 'stand';
  id: string;
  place: number;
}

export interface RenameCommand {
  do: 'rename';
  id: string;
  place: number;
  name: string;
  emblem?: string | null;
}

export interface SeatBotCommand {
  do: 'bot';
  id: string;
  level: string;
  place?: number | null;
}

export interface RemoveCommand {
  do: 'remove';
  id: string;
  place: number;
}

export interface MoveCommand {
  do: 'move';
  id: string;
  from: number;
  to: number;
}

export interface SetOptionsCommand {
  do: 'options';
  id: string;
  options?: Options | null;
  preset?: string | null;
}

export interface SetPaceCommand {
  do: 'pace';
  id: string;
  pace: Pace;
}

export interface ComfortCommand {
  do: 'comfort';
  id: string;
  place: number;
  percent: number;
}

export interface MuteCommand {
  do: 'mute';
  id: string;
  place: number;
  muted: boolean;
}

export interface WordsCommand {
  do: 'words';
  id: string;
  open: boolean;
}

/** Somebody else is the host from now on. */
export interface HandDeskCommand {
  do: 'desk';
  id: string;
  place: number;
}

export interface ReadyCommand {
  do: 'ready';
  id: string;
  place: number;
  ready: boolean;
}

export interface HandOverCommand {
  do: 'hand_over';
  id: string;
  place: number;
  level?: string | null;
}

export interface TakeBackCommand {
  do: 'take_back';
  id: string;
  place: number;
}

export interface ReclaimCommand {
  do: 'reclaim';
  id: string;
  place: number;
}

export interface AdmitCommand {
  do: 'admit';
  id: string;
  place: number;
  number: number;
  yes: boolean;
}

export interface StartCommand {
  do: 'start';
  id: string;
}

export interface PauseCommand {
  do: 'pause';
  id: string;
}

export interface ResumeCommand {
  do: 'resume';
  id: string;
}

export interface AgainCommand {
  do: 'again';
  id: string;
  lobby?: boolean;
}

/** The game stops here, without a winner and without a record. */
export interface EndCommand {
  do: 'end';
  id: string;
}

/** The table is cleared away, with all that the house knows of it. */
export interface CloseCommand {
  do: 'close';
  id: string;
}

export interface PlayCommand {
  do: 'play';
  id: string;
  seat: Seat;
  ask: string;
  /** An action of the game, which reads it. */
  action: Action;
  /** Milliseconds from when this device showed the ask to the finger. Counts in races, as far as it is believed. */
  reaction?: number | null;
}

export interface HoldCommand {
  do: 'hold';
  id: string;
  seat: Seat;
  held: boolean;
}

export interface SayCommand {
  do: 'say';
  id: string;
  seat: Seat;
  channel: string;
  text?: string | null;
  emote?: string | null;
}

export interface AskReceiptCommand {
  do: 'receipt';
  id: string;
  seat: Seat;
  ask: string;
}

export interface HelloCommand {
  do: 'hello';
  id: string;
  table?: string | null;
  keys?: string[];
  screen?: boolean;
  language?: string;
}

export interface OpenCommand {
  do: 'open';
  id: string;
  game: string;
  name?: string | null;
  emblem?: string | null;
  /** No record of this table will keep a name. */
  club?: boolean;
}

export interface PingCommand {
  do: 'ping';
  id: string;
  sent: number;
}

export interface PongCommand {
  do: 'pong';
  id: string;
  number: number;
}

/** What the page may ask for. */
export type Command =
  | SitCommand
  | StandCommand
  | RenameCommand
  | SeatBotCommand
  | RemoveCommand
  | MoveCommand
  | SetOptionsCommand
  | SetPaceCommand
  | ComfortCommand
  | MuteCommand
  | WordsCommand
  | HandDeskCommand
  | ReadyCommand
  | HandOverCommand
  | TakeBackCommand
  | ReclaimCommand
  | AdmitCommand
  | StartCommand
  | PauseCommand
  | ResumeCommand
  | AgainCommand
  | EndCommand
  | CloseCommand
  | PlayCommand
  | HoldCommand
  | SayCommand
  | AskReceiptCommand
  | HelloCommand
  | OpenCommand
  | PingCommand
  | PongCommand;
