/** Made by `make types-ts` from src/tablee/games/copieur. Do not edit: change those and run it again. */
import type { GameProps } from '$lib/game';
import type { Channel, Fact, Facts, Frame, HouseRefusalCode, Refusal, Seat } from '$lib/wire';

export interface CopieurOptions {
  /** P-3: the supply of bad points. */
  tokens: '12' | '18' | '24';
  /** how hard the operations are. */
  level: Level;
  /** seconds to learn the slates by heart, or until everybody is ready. */
  learning: 'ready' | number;
  /** seconds of the telling window. */
  telling: number;
  /** the six results to choose from, or a plain number pad. */
  pad: 'results' | 'numbers';
  /** so many turns for each seat at most. */
  limit: number;
  first: 'random' | Seat;
}

export interface CopieurBoard {
  options: CopieurOptions;
  /** Bad points that nobody has yet. */
  supply: number;
  /** Bad points of each seat. */
  points: number[];
  tile: Tile;
  first: Seat;
  active: Seat;
  /** 0 while the slates are learned. */
  turn: number;
  /** How many turns there are at most. */
  turns: number;
  die: number | null;
  /** What the active seat is, once it is public. */
  role: Role | null;
  /** What the Copier eyes. */
  pointed: number | null;
  /** Who has slapped in this turn, in order. */
  slapped: SlapSeen[];
  /** How many more claims each seat may make in this turn. */
  claims_left: number[];
  /** The operation that the Teacher reads. */
  question: string | null;
  /** While one may slap: the six results in ascending order; nothing where the pad is one of plain numbers. */
  pad: number[];
  /** Slates that lie face up now, by place. */
  shown: Shown[];
  /** After a question: first, second, … last. */
  ranking: Ranked[];
  /** When all is over. */
  awards: Award[];
}

export interface CopieurHand {
  seat: Seat;
  talk: Channel[];
  /** Glance: present only while it is held up to the eye. */
  slate: Slate | null;
  /** Glance: one's own slap of this turn, which nobody else may see before the ranking. */
  answer: number | null;
}

export type CopieurAction =
  | Ready
  | Roll
  | Point
  | PointCentre
  | Exchange
  | ExchangeCentre
  | Declare
  | Slap
  | Claim
  | Deny
  | Hint
  | HintCentre
  | TellMine
  | TellCentre;

/** The kinds of its asks. */
export type CopieurKind =
  | 'look'
  | 'roll'
  | 'play'
  | 'suspense'
  | 'early'
  | 'claim'
  | 'tell'
  | 'question'
  | 'shown';

/** By the code of a caption: the facts that its sentence names. */
export interface CopieurCaptionFacts {
  answer: Facts & { answer: Fact; operation: Fact };
  claimed: Facts & { number: Fact; seat: Fact };
  'claimed@seat': Facts & { number: Fact };
  clock: Facts & { seat: Fact };
  'clock@seat': Facts;
  copier: Facts & { number: Fact; seat: Fact };
  'copier@seat': Facts & { number: Fact };
  correction: Facts & { number: Fact; seat: Fact };
  'correction@seat': Facts & { number: Fact };
  denied: Facts & { number: Fact; seat: Fact };
  'denied@seat': Facts & { number: Fact };
  exchanged: Facts & { seat: Fact; to: Fact };
  'exchanged@seat': Facts & { to: Fact };
  'exchanged@to': Facts & { seat: Fact };
  exchanged_centre: Facts & { centre: Fact; seat: Fact };
  'exchanged_centre@seat': Facts & { centre: Fact };
  gave: Facts & { seat: Fact; to: Fact };
  'gave@seat': Facts & { to: Fact };
  'gave@to': Facts & { seat: Fact };
  hinted: Facts & { number: Fact; seat: Fact; to: Fact };
  'hinted@seat': Facts & { number: Fact; to: Fact };
  'hinted@to': Facts & { number: Fact; seat: Fact };
  hinted_centre: Facts & { centre: Fact; number: Fact; seat: Fact };
  'hinted_centre@seat': Facts & { centre: Fact; number: Fact };
  last_turns: Facts & { count: Fact };
  learn: Facts;
  mistaken: Facts & { seat: Fact };
  'mistaken@seat': Facts;
  no_gift: Facts & { seat: Fact };
  'no_gift@seat': Facts;
  nobody_told: Facts;
  nothing_to_give: Facts & { seat: Fact };
  'nothing_to_give@seat': Facts;
  over: Facts;
  passed: Facts;
  pointed: Facts & { seat: Fact; to: Fact };
  'pointed@seat': Facts & { to: Fact };
  'pointed@to': Facts & { seat: Fact };
  pointed_centre: Facts & { centre: Fact; seat: Fact };
  'pointed_centre@seat': Facts & { centre: Fact };
  punished: Facts & { seat: Fact };
  'punished@seat': Facts;
  question: Facts & { operation: Fact; seat: Fact };
  'question@seat': Facts & { operation: Fact };
  rolled: Facts & { number: Fact; seat: Fact };
  'rolled@seat': Facts & { number: Fact };
  slapped: Facts & { seat: Fact };
  'slapped@seat': Facts;
  slapped_early: Facts & { seat: Fact };
  'slapped_early@seat': Facts;
  supply_empty: Facts;
  tile_correction: Facts;
  tile_questioning: Facts;
  told: Facts & { number: Fact; seat: Fact };
  'told@seat': Facts & { number: Fact };
  told_centre: Facts & { centre: Fact; number: Fact; seat: Fact };
  'told_centre@seat': Facts & { centre: Fact; number: Fact };
  told_for: Facts & { number: Fact; seat: Fact };
  'told_for@seat': Facts & { number: Fact };
  told_wrongly: Facts & { centre: Fact; number: Fact; seat: Fact; wanted: Fact };
  'told_wrongly@seat': Facts & { centre: Fact; number: Fact; wanted: Fact };
  turn: Facts & { seat: Fact };
  'turn@seat': Facts;
  turned_down: Facts;
  turns_over: Facts & { count: Fact };
}

export type CopieurCaptionCode = keyof CopieurCaptionFacts;

export type CopieurCaption = { [Code in CopieurCaptionCode]: { code: Code; facts: CopieurCaptionFacts[Code]; text: string } }[CopieurCaptionCode];

export type CopieurRefusalCode =
  | 'already_pointed'
  | 'already_ready'
  | 'enough_said'
  | 'hint_self'
  | 'no_centre'
  | 'no_such_answer'
  | 'no_such_centre'
  | 'no_such_slate'
  | 'nobody_there'
  | 'not_copier'
  | 'not_mine'
  | 'not_on_pad'
  | 'not_teacher'
  | 'one_slap'
  | 'own_slate'
  | 'show_own';

export type CopieurRefusal = Refusal & { code: CopieurRefusalCode | HouseRefusalCode };

export type CopieurFrame = Frame<CopieurBoard, CopieurHand, CopieurAction, CopieurCaption>;

/** What its screens receive. */
export type CopieurProps = GameProps<CopieurBoard, CopieurHand, CopieurAction, CopieurCaption, CopieurOptions>;

export type Level = 'cp' | 'ce' | 'cm' | 'adulte';

export type Tile = 'correction' | 'questioning';

export type Role = 'copier' | 'teacher';

/** Somebody has slapped; what they answered is seen in the ranking. */
export interface SlapSeen {
  seat: Seat;
  is_early: boolean;
}

/** A slate that lies face up. */
export interface Shown {
  place: number;
  number: number;
  operation: string;
}

/** one place of the ranking. No answer: never slapped. */
export interface Ranked {
  seat: Seat;
  answer: number | null;
  is_right: boolean;
  is_early: boolean;
}

/** `memory`: most right exchanges in a row. `reflex`: most questions won. `bluff`: most Copiers led astray. */
export interface Award {
  name: 'memory' | 'reflex' | 'bluff';
  seats: Seat[];
  times: number;
}

export interface Slate {
  number: number;
  operation: string;
}

/** I know the slates by heart. */
export type Ready = { type: 'Ready' };

/** Roll the die. */
export type Roll = { type: 'Roll' };

/** Eye somebody's slate; it binds to nothing. */
export type Point = { type: 'Point'; to: Seat };

/** Eye a slate of the centre. */
export type PointCentre = { type: 'PointCentre'; centre: number };

/** Exchange one's slate with somebody's (P-5). */
export type Exchange = { type: 'Exchange'; to: Seat };

/** Exchange one's slate with one of the centre. */
export type ExchangeCentre = { type: 'ExchangeCentre'; centre: number };

/** I am the Teacher. */
export type Declare = { type: 'Declare' };

/** Slap the tile and say the result, in one gesture. */
export type Slap = { type: 'Slap'; answer: number };

/** “I have the 4!”, true or not (P-6). */
export type Claim = { type: 'Claim'; number: number };

/** “It is not me!”: I have not what the die shows, true or not. */
export type Deny = { type: 'Deny' };

/** “It is that one who has it!”, true or not. */
export type Hint = { type: 'Hint'; to: Seat };

/** “It lies there in the centre!”, true or not. */
export type HintCentre = { type: 'HintCentre'; centre: number };

/** “Copieur !”, and show one's own slate: the right one (P-8). */
export type TellMine = { type: 'TellMine' };

/** “Copieur !”, and turn up a slate of the centre (P-10). */
export type TellCentre = { type: 'TellCentre'; centre: number };
