/** Made by `make types-ts` from src/tablee/games/pierres. Do not edit: change those and run it again. */
import type { GameProps } from '$lib/game';
import type { Fact, Facts, Frame, Hand, HouseRefusalCode, Ms, Refusal, Seat } from '$lib/wire';

export interface PierresOptions {
  /** the players remove the first nine stones, or they are removed at random. */
  opening: 'by-hand' | 'quick';
  /** any grid there is, or one of forty, so that two tables can play the same one. */
  grid: 'random' | number;
  first: 'random' | Seat;
  /** P-11: after a match one goes on looking for the same digit. */
  meme_chiffre: boolean;
  /** P-12: no bag; one announces the digit. */
  annonce: boolean;
  /** P-13: a time allowance for each player. */
  tournoi: boolean;
  /** the allowance, where there is one. */
  minutes: number;
}

export interface PierresBoard {
  options: PierresOptions;
  /** The 81 cells, row by row: the digit uncovered there, 0 under a stone. */
  digits: number[];
  /** How many each seat has. */
  stones: number[];
  first: Seat;
  active: Seat;
  /** Who sits to the left of the active seat. P-6: a stone that is missed goes there. */
  neighbour: Seat;
  /** 0 while the first nine stones are removed. */
  turn: number;
  /** Stones kept in this turn; during the opening, stones removed so far. */
  kept: number;
  /** The digit looked for: drawn or announced. */
  number: number | null;
  /** Numbers drawn and matched in this turn, lying beside the bag. */
  matched: number[];
  /** Numbers in the bag. */
  bag: number[];
  /** Tournoi: what each seat had left when the active seat's time began to run; empty otherwise. */
  time_left: Ms[];
  /** Tournoi: when that was. */
  running_since: Ms;
}

export type PierresHand = Hand;

export type PierresAction = Remove | Draw | Announce;

/** The kinds of its asks. */
export type PierresKind = 'clear' | 'draw' | 'announce' | 'remove' | 'time';

/** By the code of a caption: the facts that its sentence names. */
export interface PierresCaptionFacts {
  announced: Facts & { digit: Fact; seat: Fact };
  'announced@seat': Facts & { digit: Fact };
  bag_empty: Facts & { seat: Fact };
  'bag_empty@seat': Facts;
  cleared: Facts & { cell: Fact; digit: Fact; seat: Fact };
  'cleared@seat': Facts & { cell: Fact; digit: Fact };
  clock: Facts & { seat: Fact };
  'clock@seat': Facts;
  complete: Facts & { digit: Fact };
  drawn: Facts & { digit: Fact; seat: Fact };
  'drawn@seat': Facts & { digit: Fact };
  everyone_out: Facts;
  given: Facts & { cell: Fact; digit: Fact; to: Fact; wanted: Fact };
  'given@to': Facts & { cell: Fact; digit: Fact; wanted: Fact };
  kept: Facts & { cell: Fact; digit: Fact; seat: Fact };
  'kept@seat': Facts & { cell: Fact; digit: Fact };
  ninth: Facts & { digit: Fact; seat: Fact };
  'ninth@seat': Facts & { digit: Fact };
  out_of_time: Facts & { seat: Fact };
  'out_of_time@seat': Facts;
  over: Facts;
  quick_start: Facts;
  third: Facts & { seat: Fact };
  'third@seat': Facts;
  turn: Facts & { seat: Fact };
  'turn@seat': Facts;
  zero: Facts & { seat: Fact };
  'zero@seat': Facts;
}

export type PierresCaptionCode = keyof PierresCaptionFacts;

export type PierresCaption = { [Code in PierresCaptionCode]: { code: Code; facts: PierresCaptionFacts[Code]; text: string } }[PierresCaptionCode];

export type PierresRefusalCode =
  | 'digit_gone'
  | 'no_stone'
  | 'no_such_cell'
  | 'no_such_digit'
  | 'one_variant'
  | 'square_done';

export type PierresRefusal = Refusal & { code: PierresRefusalCode | HouseRefusalCode };

export type PierresFrame = Frame<PierresBoard, PierresHand, PierresAction, PierresCaption>;

/** What its screens receive. */
export type PierresProps = GameProps<PierresBoard, PierresHand, PierresAction, PierresCaption, PierresOptions>;

/** Take the stone off this cell. */
export type Remove = { type: 'Remove'; cell: number };

/** Draw a number from the bag. */
export type Draw = { type: 'Draw' };

/** Say which digit one is looking for (variant annonce). */
export type Announce = { type: 'Announce'; digit: number };
