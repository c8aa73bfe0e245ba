/** Made by `make types-ts` from src/tablee/games/anges. Do not edit: change those and run it again. */
import type { GameProps } from '$lib/game';
import type { Channel, Fact, Facts, Frame, HouseRefusalCode, Refusal, Seat } from '$lib/wire';

export interface AngesOptions {
  /** the sixty cards that print lists, or the fifty-four that it shuffles, without the X. */
  deck: '60' | '54';
  /** P-12: everybody sees how many points each pile is worth. */
  scores: boolean;
  first: 'random' | Seat;
}

export interface AngesBoard {
  options: AngesOptions;
  /** Counts the announcements, from 1. */
  turn: number;
  first: Seat;
  announcer: Seat;
  /** The announcer's left neighbour, who hears the announcement and decides. */
  listener: Seat;
  /** The values announced, from the announcement until the cards are kept or shared. */
  claim: [number, number, number] | null;
  /** P-5: three equal values, the listener must challenge. */
  forced: 'triple' | null;
  /** What the listener decided, until the cards are kept or shared. */
  answer: Answer | null;
  /** After a challenge, until the cards are shared: was the announcement true? Never told of cards that were taken. */
  is_true: boolean | null;
  /** Who shares the three cards, while they are being shared. */
  winner: Seat | null;
  /** The other of the two. */
  other: Seat | null;
  /** The three cards of a challenge until they are shared. */
  shown: Card[];
  piles: Pile[];
  /** Cards in the draw pile. */
  draw: number;
  /** How many a taker draws: two, or three of two players. */
  draws: number;
  /** Cards in the face-down discard pile. */
  discard: number;
  /** Cards in the face-up discard pile of two players; null with more. */
  open_discard: number | null;
  open_top: Card | null;
  /** P-13, P-15: taking these cards, where it is allowed, ends the game, and they are discarded. */
  take_ends: boolean;
  /** P-14: a challenge of these cards, once shared, ends the game. */
  challenge_ends: boolean;
  ending: Ending | null;
}

export interface AngesHand {
  seat: Seat;
  talk: Channel[];
  cards: Card[];
  /** A taker's: how many of the last cards were just drawn; the others are those that were passed. */
  drawn: number;
  /** The announcer's: all that is true of these cards. */
  readings: [number, number, number][];
  phrases: Phrase[];
}

export type AngesAction = Announce | Take | Challenge | Keep | Share;

/** The kinds of its asks. */
export type AngesKind = 'announce' | 'decide' | 'keep' | 'share';

/** By the code of a caption: the facts that its sentence names. */
export interface AngesCaptionFacts {
  announced: Facts & { seat: Fact; to: Fact; values: Fact };
  'announced@seat': Facts & { to: Fact; values: Fact };
  'announced@to': Facts & { seat: Fact; values: Fact };
  challenged: Facts & { by: Fact; seat: Fact; truth: Fact };
  'challenged@by': Facts & { seat: Fact; truth: Fact };
  'challenged@seat': Facts & { by: Fact; truth: Fact };
  clock: Facts & { seat: Fact };
  'clock@seat': Facts;
  discarded: Facts & { seat: Fact };
  'discarded@seat': Facts;
  discarded_open: Facts & { card: Fact; seat: Fact };
  'discarded_open@seat': Facts & { card: Fact };
  discarded_own: Facts & { card: Fact };
  drew: Facts & { count: Fact; seat: Fact };
  'drew@seat': Facts & { count: Fact };
  forced: Facts & { seat: Fact };
  'forced@seat': Facts;
  given: Facts & { card: Fact; seat: Fact; to: Fact; up: Fact };
  'given@seat': Facts & { card: Fact; to: Fact; up: Fact };
  'given@to': Facts & { card: Fact; seat: Fact; up: Fact };
  kept: Facts & { card: Fact; seat: Fact; up: Fact };
  'kept@seat': Facts & { card: Fact; up: Fact };
  laid_down: Facts & { seat: Fact };
  'laid_down@seat': Facts;
  laid_down_own: Facts & { card: Fact };
  laid_up: Facts & { card: Fact; seat: Fact };
  'laid_up@seat': Facts & { card: Fact };
  over: Facts;
  peeked: Facts & { cards: Fact };
  pile_short: Facts & { seat: Fact };
  'pile_short@seat': Facts;
  received: Facts & { by: Fact; cards: Fact };
  right: Facts & { seat: Fact };
  'right@seat': Facts;
  took: Facts & { count: Fact; seat: Fact };
  'took@seat': Facts & { count: Fact };
  took_last: Facts & { seat: Fact };
  'took_last@seat': Facts;
  two_piles: Facts & { card: Fact };
  was_false: Facts & { cards: Fact; seat: Fact };
  'was_false@seat': Facts & { cards: Fact };
  was_true: Facts & { cards: Fact; seat: Fact };
  'was_true@seat': Facts & { cards: Fact };
  wrong: Facts & { seat: Fact; winner: Fact };
  'wrong@seat': Facts & { winner: Fact };
  'wrong@winner': Facts & { seat: Fact };
}

export type AngesCaptionCode = keyof AngesCaptionFacts;

export type AngesCaption = { [Code in AngesCaptionCode]: { code: Code; facts: AngesCaptionFacts[Code]; text: string } }[AngesCaptionCode];

export type AngesRefusalCode =
  | 'highest_first'
  | 'must_challenge'
  | 'no_such_value'
  | 'not_in_hand'
  | 'not_shown'
  | 'one_discard'
  | 'one_place'
  | 'shared_twice'
  | 'two_discards';

export type AngesRefusal = Refusal & { code: AngesRefusalCode | HouseRefusalCode };

export type AngesFrame = Frame<AngesBoard, AngesHand, AngesAction, AngesCaption>;

/** What its screens receive. */
export type AngesProps = GameProps<AngesBoard, AngesHand, AngesAction, AngesCaption, AngesOptions>;

export type Answer = 'take' | 'true' | 'false';

/** A card as it is seen. `name` is also that of its label: `card.a5`. */
export interface Card {
  name: CardName;
  suit: Suit;
  /** null: an X has none of its own. */
  value: number | null;
  /** Its points face up. */
  up: number;
  /** Its points face down. */
  down: number;
}

export type CardName =
  | 'a0'
  | 'a1'
  | 'a2'
  | 'a3'
  | 'a4'
  | 'a5'
  | 'a6'
  | 'a7'
  | 'a8'
  | 'a9'
  | 'd6'
  | 'd7'
  | 'd8'
  | 'd9'
  | 'x';

export type Suit = 'angel' | 'demon' | 'x';

/** A victory pile, as long as the game goes on. */
export interface Pile {
  height: number;
  /** null: face down, or there is none. */
  top: Card | null;
  /** Only where the option says so, and at the end. */
  points: number | null;
}

/** Everything, once it is over. */
export interface Ending {
  /** `take`: somebody took and could not draw. `challenge`: nobody could draw three after one. */
  reason: Reason;
  /** For each seat, from the bottom up. */
  piles: Placed[][];
  told: Told[];
  awards: Award[];
  discard: Card[];
  open_discard: Card[];
  /** What was left of the draw pile, the next card last. */
  left: Card[];
}

export type Reason = 'take' | 'challenge';

/** A card of a pile at the end. */
export interface Placed {
  card: Card;
  up: boolean;
  points: number;
}

/** One exchange, told at the end. */
export interface Told {
  announcer: Seat;
  listener: Seat;
  claim: [number, number, number];
  cards: Card[];
  is_true: boolean;
  answer: Answer;
  /** Who shared the cards; null if they were taken. */
  winner: Seat | null;
  /** What the sharing was worth to the announcer and to the listener. */
  gains: [number, number];
}

export interface Award {
  prize: Prize;
  /** Who gets it. */
  seat: Seat;
  /** At whose cost, or by whose help. */
  other: Seat;
  /** Which exchange, as numbered in `Ending.told`. */
  told: number;
  /** Points won by the bluff, values between the believed lie and the truth, points lost by the doubt. */
  amount: number;
}

export type Prize = 'bluff' | 'believed' | 'doubt';

export type Phrase =
  | 'sworn'
  | 'pure'
  | 'trust'
  | 'liar'
  | 'hmm'
  | 'smells'
  | 'mine'
  | 'ouch'
  | 'bravo'
  | 'phew';

/** Pass the three cards face down and say these values, true or not. */
export type Announce = {
  type: 'Announce';
  /** Highest first. */
  values: [number, number, number];
};

/** Take the three cards without a word. */
export type Take = { type: 'Take' };

/** Say whether the announcement is true. */
export type Challenge = { type: 'Challenge'; truth: boolean };

/** After taking: discard one card, lay another on one's own pile, keep three. */
export type Keep = {
  type: 'Keep';
  discard: CardName;
  lay: CardName;
  /** Is the card laid face up? */
  up: boolean;
  /** P-18: with two players, a second card is discarded face up. null with three and more. */
  open_discard: CardName | null;
};

/** The winner lays the three cards shown on the two piles, in this order. */
export type Share = {
  type: 'Share';
  cards: [CardName, CardName, CardName];
  /** Where each of `cards` goes. */
  places: [Place, Place, Place];
};

export type Place = 'mine_up' | 'mine_down' | 'other_up' | 'other_down';
