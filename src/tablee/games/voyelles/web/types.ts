/** Made by `make types-ts` from src/tablee/games/voyelles. Do not edit: change those and run it again. */
import type { GameProps } from '$lib/game';
import type { Fact, Facts, Frame, Hand, HouseRefusalCode, Ms, Refusal, Seat } from '$lib/wire';

export interface VoyellesOptions {
  /** who says whether a word is one. */
  judge: 'dictionnaire' | 'jury' | 'mixte';
  /** no word twice in one game. */
  sans_redite: boolean;
  /** a consonant shown twice must occur twice. */
  every_double: boolean;
  /** after an invalid word the round goes on for the others, or ends. */
  after_error: 'go-on' | 'round-ends';
  /** seconds for the word, once one has the microphone. */
  speaking: number;
  /** seconds of a round. */
  searching: number;
  first: 'random' | Seat;
  /** words that this table's juries accepted in earlier games, parted by spaces or lines. They count as if they stood in the dictionary. */
  our_words: string;
}

export interface VoyellesBoard {
  options: VoyellesOptions;
  /** From 1. */
  round: number;
  first: Seat;
  /** Who turns, or has turned, this round's card. */
  turner: Seat;
  /** For each seat the squares of its pawns A E I O U: 1 at the start, 13 arrived. */
  pawns: number[][];
  /** For each seat the squares walked by all five pawns, 60 at most. */
  steps: number[];
  /** Cards left face down in each of the three piles, left to right. */
  piles: number[];
  /** The three shown consonants. */
  letters: string[];
  /** For each pile the cards under its shown one, first turned first. */
  covered: string[];
  /** Out of this round because of an invalid word in the one before. */
  excluded: Seat[];
  /** Out because of an invalid word in this round: of this round and of the next. */
  out: Seat[];
  passed: Seat[];
  /** Who holds the microphone, until the word is judged. */
  speaker: Seat | null;
  /** How often the microphone was taken in this round. */
  grabs: number;
  /** What was left of the round's clock when it last began to run or stopped. */
  left: Ms;
  said: Said | null;
  /** On trial: what each seat has voted, null until then. Empty otherwise. */
  votes: (boolean | null)[];
  /** While a word can be disputed: who lets it stand. */
  agreed: Seat[];
  /** All valid words, in order. */
  words: Spoken[];
  /** For each seat how many invalid words. */
  errors: number[];
  /** Words that the vote has accepted in this game, though no dictionary has them. */
  ours: string[];
  /** Rounds in a row without a valid word; the fifteenth ends the game. */
  dry: number;
  there_was: ThereWas | null;
  /** How it ended: somebody arrived, or nobody had found a word for too long, or it was the last round. */
  ending: '' | 'won' | 'dry' | 'long';
  /** At the end. */
  awards: Award[];
}

export type VoyellesHand = Hand;

export type VoyellesAction = TurnCard | Grab | Pass | Say | Dispute | Agree | Vote;

/** The kinds of its asks. */
export type VoyellesKind = 'turn' | 'mic' | 'speak' | 'again' | 'dispute' | 'jury';

/** By the code of a caption: the facts that its sentence names. */
export interface VoyellesCaptionFacts {
  again: Facts & { seat: Fact; word: Fact };
  'again@seat': Facts & { word: Fact };
  all_arrived: Facts & { word: Fact };
  apostrophe: Facts & { word: Fact };
  arrived: Facts & { vowel: Fact };
  clock: Facts & { seat: Fact };
  'clock@seat': Facts;
  dealt: Facts & { letters: Fact };
  disputed: Facts & { seat: Fact; word: Fact };
  'disputed@seat': Facts & { word: Fact };
  dry: Facts & { count: Fact };
  excluded: Facts & { seats: Fact };
  grabbed: Facts & { seat: Fact };
  'grabbed@seat': Facts;
  hyphen: Facts & { word: Fact };
  long: Facts & { count: Fact };
  missing: Facts & { letters: Fact; word: Fact };
  moved: Facts & { number: Fact; vowel: Fact };
  no_vowel: Facts & { word: Fact };
  nobody_left: Facts;
  on_trial: Facts & { word: Fact };
  out: Facts & { seat: Fact };
  'out@seat': Facts;
  pardoned: Facts;
  passed: Facts & { seat: Fact };
  'passed@seat': Facts;
  repeated: Facts & { word: Fact };
  shuffled: Facts & { letters: Fact };
  silence: Facts & { seat: Fact };
  'silence@seat': Facts;
  submitted: Facts & { seat: Fact; word: Fact };
  'submitted@seat': Facts & { word: Fact };
  there_was: Facts & { words: Fact };
  there_was_none: Facts;
  time_up: Facts;
  turn: Facts & { seat: Fact };
  'turn@seat': Facts;
  turned: Facts & { letter: Fact; seat: Fact };
  'turned@seat': Facts & { letter: Fact };
  unknown: Facts & { word: Fact };
  valid: Facts & { seat: Fact; steps: Fact; word: Fact };
  'valid@seat': Facts & { steps: Fact; word: Fact };
  voted_against: Facts & { seat: Fact };
  'voted_against@seat': Facts;
  voted_for: Facts & { seat: Fact };
  'voted_for@seat': Facts;
  voted_in: Facts & { no: Fact; word: Fact; yes: Fact };
  voted_out: Facts & { no: Fact; word: Fact; yes: Fact };
  won: Facts & { winner: Fact };
  'won@winner': Facts;
}

export type VoyellesCaptionCode = keyof VoyellesCaptionFacts;

export type VoyellesCaption = { [Code in VoyellesCaptionCode]: { code: Code; facts: VoyellesCaptionFacts[Code]; text: string } }[VoyellesCaptionCode];

export type VoyellesRefusalCode =
  | 'empty_pile'
  | 'letters_only'
  | 'long_word'
  | 'no_such_pile'
  | 'no_word'
  | 'no_word_of_ours'
  | 'one_slip'
  | 'one_word'
  | 'too_many_of_ours';

export type VoyellesRefusal = Refusal & { code: VoyellesRefusalCode | HouseRefusalCode };

export type VoyellesFrame = Frame<VoyellesBoard, VoyellesHand, VoyellesAction, VoyellesCaption>;

/** What its screens receive. */
export type VoyellesProps = GameProps<VoyellesBoard, VoyellesHand, VoyellesAction, VoyellesCaption, VoyellesOptions>;

/** A word that was said. `word` is empty where the speaker found none in time. */
export interface Said {
  round: number;
  seat: Seat;
  word: string;
  verdict: Verdict;
  why: Why;
  /** The shown consonants it lacks. */
  missing: string[];
  /** What it moves, or would move if it stood: one for each vowel that occurs in it, A to U. */
  moves: Move[];
  disputed_by: Seat | null;
}

export type Verdict = 'trial' | 'valid' | 'invalid';

export type Why =
  | ''
  | 'hyphen'
  | 'apostrophe'
  | 'missing'
  | 'no_vowel'
  | 'arrived'
  | 'repeated'
  | 'unknown'
  | 'voted_down'
  | 'silence';

/** A pawn on its way: from this square (1–13) to that one. `times` is how often its vowel occurs in the word, so it is more than the way where the pawn arrives or has arrived. */
export interface Move {
  vowel: string;
  times: number;
  start: number;
  end: number;
}

/** A valid word of this game. */
export interface Spoken {
  seat: Seat;
  word: string;
  /** How many squares it moved each pawn, A E I O U. */
  steps: number[];
  /** How long after the card was turned the microphone was grabbed; held microphones not counted. */
  took: Ms;
}

/** what nobody said. `count` forms would have moved a pawn of somebody; `finds` has the best for each seat, then the most familiar ones. A count of 0: there was no word. */
export interface ThereWas {
  count: number;
  finds: Find[];
}

/** A word there was, and how many squares it would have moved the pawns of each seat, all five together. */
export interface Find {
  word: string;
  steps: number[];
}

/** A title for the end board. `code`: longest (letters), richest (squares in one word), busiest (words), quickest (tenths of a second), hasty (invalid words). Several seats share it. `word` where it was won by one. */
export interface Award {
  code: 'longest' | 'richest' | 'busiest' | 'quickest' | 'hasty';
  seats: Seat[];
  number: number;
  word: string;
}

/** Turn the top card of this pile: 0 is the left one. */
export type TurnCard = { type: 'TurnCard'; pile: number };

/** Take the microphone. */
export type Grab = { type: 'Grab' };

/** Look for no word any more in this round. */
export type Pass = { type: 'Pass' };

/** Say this word, with or without its accents. */
export type Say = { type: 'Say'; word: string };

/** Doubt the word: it goes to the vote, and this seat has voted against it. */
export type Dispute = { type: 'Dispute' };

/** Let the word stand, as far as this seat is concerned. */
export type Agree = { type: 'Agree' };

/** The vote on a word. */
export type Vote = { type: 'Vote'; accepts: boolean };
