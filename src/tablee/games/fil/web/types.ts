/** Made by `make types-ts` from src/tablee/games/fil. Do not edit: change those and run it again. */
import type { GameProps } from '$lib/game';
import type { Channel, Fact, Facts, Frame, HouseRefusalCode, Ms, Refusal, Seat } from '$lib/wire';

export interface FilOptions {
  mode: Mode;
  /** Of the cards. Everybody reads all else in their own language. */
  language: 'fr' | 'en';
  /** P-21: the points to reach in Humeurs du Chat. */
  target: '12' | '15';
  /** P-20: the clues are of another theme, in every round. */
  schizo: boolean;
  /** Braincat is shown the Mystery card again while laying a paw. */
  pense_bete: boolean;
  /** half the printed time, the printed time, or half as much again. */
  debate: 'short' | 'printed' | 'long';
  /** Who is Braincat first, unless somebody else raises a hand. */
  first: 'random' | Seat;
  /** R-1: a theme of the players' own, as the text of a theme pack; empty: none. */
  pack: string;
}

export interface FilBoard {
  /** Without the text of the players' own pack, which is only in the record. */
  options: FilOptions;
  teams: (string | null)[];
  phase: Phase;
  round: number;
  /** How many there are at most. */
  rounds: number;
  first: Seat;
  braincat: Seat | null;
  /** Who has been Braincat, this round's included. */
  been: Seat[];
  /** Who may be Braincat in the round for which volunteers are sought. */
  candidates: Seat[];
  themes: ThemeCard[];
  /** Équipes: (family, theme) for every theme a family has chosen. */
  taken: [number, number][];
  /** Of the Master cards. */
  theme: number | null;
  clue_theme: number | null;
  /** Chat lunatique: the theme that must be changed. */
  barred: number | null;
  tries: number;
  /** Schizo: the clue theme each seat votes for. */
  wishes: (number | null)[];
  mood: Mood | null;
  /** Moods drawn so far. */
  moods: Mood[];
  /** How many cards Braincat has looked at. */
  looked: number;
  /** In the order in which they were laid. */
  clues: Face[];
  /** The chain from left to right: places in `clues`. */
  order: number[];
  paws: Paw[];
  /** While Braincat thinks: the two clues between which the paw will lie. */
  paw_between: [number, number] | null;
  /** When the present paw was asked for. */
  since: Ms;
  /** Green paws left: of the game in Découverte, of the round elsewhere. */
  greens: number;
  asked: number;
  /** How many clues the Family may still ask for. */
  clues_left: number;
  /** Humeurs du Chat: what a find would score now. */
  worth: number | null;
  spaces: (Face | null)[];
  /** Équipes, Chacun pour soi, while places are chosen: for each space what each of those who stand there scores if somebody steps onto it now; 0 where nobody stands. */
  visits: number[];
  /** How many Master cards nobody has seen yet. */
  face_down: number;
  /** Co-operative: false leads that were eliminated. */
  out: Face[];
  /** Équipes: how many cards lie in the skip. */
  skip: number;
  debates: number;
  /** Co-operative: for each seat, in the open. */
  votes: (Colour | null)[];
  confirmed: boolean[];
  /** The last throw of the totems in this round. */
  tossed: Toss | null;
  /** Chat câlin: who wants to ask. */
  cuddles: boolean[];
  /** Chat câlin: is the Mystery card on the board? null: not asked. */
  cuddle_answer: boolean | null;
  /** Équipes: the turn of the round, 1 to 4. */
  turn: number;
  totems: [number | null, number | null];
  /** Équipes: which family (red, blue) has decided. */
  done: [boolean, boolean];
  /** Équipes: the family that may not wait, as judged when the step began. */
  leader: number;
  ambassadors: [Seat | null, Seat | null];
  pointing: number | null;
  pauses: number;
  duel: DuelView | null;
  /** Chacun pour soi: for each seat the space of its token. */
  tokens: (number | null)[];
  /** Chacun pour soi: who has moved or said stay since the last paw. */
  moved: boolean[];
  /** Découverte: rounds won. Humeurs: points. Équipes: red, blue. Chacun pour soi: for each seat. */
  scores: number[];
  /** P-40: how many cards worth 15 each of them has. */
  fifteens: number[];
  past: PastRound[];
  /** While a round is told, and when all is over. */
  story: Story | null;
  /** What Braincat says each paw meant, and what others took it for: places in `tags.REASONS`. */
  reasons: Reason[];
  ready: boolean[];
  slams: (boolean | null)[];
}

export interface FilHand {
  seat: Seat;
  talk: Channel[];
  /** Braincat, at the times at which it may be seen. */
  mystery: Face | null;
  /** Braincat, while looking at the Mystery card: what there will be to remind of it while a paw is laid. Nothing, its number in the Memocat, or the card itself. */
  reminder: Reminder;
  /** Braincat, while looking at the false leads: the one that is shown. */
  lead: Face | null;
  /** Braincat, while laying a paw of a theme with a Memocat: all texts by number. Which is the Mystery card's number must be remembered. */
  memocat: Line[];
  /** Chacun pour soi: the four Master cards, while Braincat holds them. */
  masters: Face[];
  /** Équipes: the skip, when Braincat takes it up. */
  skip: Face[];
  /** Équipes: one's own family's votes, (seat, space or -1), first cast first. Never the Braincat's to see. */
  votes: [Seat, number][];
  /** Équipes: whom one's own family wants as Ambassador, (voter, nominee). */
  nominations: [Seat, Seat][];
  /** One's own throw in a duel, until the other is made. */
  gesture: Gesture | null;
}

export type FilAction =
  | Volunteer
  | TakeTheme
  | WishTheme
  | Nominate
  | Next
  | Point
  | Vote
  | Confirm
  | Cuddle
  | Choose
  | Stay
  | Seal
  | Throw
  | Expose
  | Place
  | Continue
  | Explain
  | Slam;

/** The kinds of its asks. */
export type FilKind =
  | 'volunteer'
  | 'theme'
  | 'wish'
  | 'ambassador'
  | 'look'
  | 'paw'
  | 'debate'
  | 'step'
  | 'ahead'
  | 'hurry'
  | 'vote'
  | 'seal'
  | 'duel'
  | 'expose'
  | 'point'
  | 'choose'
  | 'recap'
  | 'explain'
  | 'slam';

/** By the code of a caption: the facts that its sentence names. */
export interface FilCaptionFacts {
  adopted: Facts & { points: Fact };
  adopted_by: Facts & { points: Fact; team: Fact };
  adopted_by_both: Facts & { points: Fact };
  adopted_by_many: Facts & { points: Fact; winners: Fact };
  adopted_by_one: Facts & { points: Fact; winners: Fact };
  adopted_with: Facts & { points: Fact };
  ambassador: Facts & { seat: Fact; team: Fact };
  'ambassador@seat': Facts & { team: Fact };
  astray: Facts & { card: Fact; paws: Fact };
  braincat: Facts & { seat: Fact };
  'braincat@seat': Facts;
  cat_scores: Facts & { points: Fact; seat: Fact };
  'cat_scores@seat': Facts & { points: Fact };
  clock: Facts & { seat: Fact };
  'clock@seat': Facts;
  clock_paw: Facts & { seat: Fact };
  'clock_paw@seat': Facts;
  clue: Facts & { card: Fact };
  clue_asked: Facts & { left: Fact };
  clue_theme: Facts & { theme: Fact };
  cuddle: Facts & { seat: Fact };
  'cuddle@seat': Facts;
  dealt: Facts & { cards: Fact; seat: Fact };
  'dealt@seat': Facts & { cards: Fact };
  duel: Facts & { by: Fact; seat: Fact; team: Fact };
  duel_won: Facts & { by: Fact; seat: Fact };
  'duel_won@by': Facts & { seat: Fact };
  'duel_won@seat': Facts & { by: Fact };
  false_lead: Facts & { card: Fact };
  first_clues: Facts & { first: Fact; second: Fact };
  found_by: Facts & { points: Fact; seats: Fact };
  found_by_nobody: Facts;
  four_shown: Facts;
  grand_slam: Facts & { points: Fact };
  in_the_skip: Facts;
  joined: Facts & { points: Fact; seats: Fact };
  kept: Facts & { card: Fact; colour: Fact };
  master_shown: Facts & { card: Fact };
  meant: Facts & { near: Fact; number: Fact; reasons: Fact; seat: Fact };
  mood: Facts & { mood: Fact };
  mystery_lost: Facts & { card: Fact };
  mystery_told: Facts & { card: Fact; number: Fact };
  no_purr: Facts;
  no_unanimity: Facts;
  no_volunteer: Facts;
  no_vote: Facts;
  not_adopted: Facts & { points: Fact };
  not_adopted_with: Facts & { points: Fact };
  on_edge: Facts;
  paw: Facts & { far: Fact; near: Fact; number: Fact; seconds: Fact };
  placed: Facts & { card: Fact; seat: Fact };
  'placed@seat': Facts & { card: Fact };
  points_at: Facts & { card: Fact; team: Fact };
  points_nowhere: Facts & { team: Fact };
  purr: Facts;
  read_back: Facts & { far: Fact; near: Fact; number: Fact };
  revealed: Facts & { card: Fact };
  round: Facts & { number: Fact; rounds: Fact };
  round_lost: Facts & { card: Fact };
  round_scored: Facts & { card: Fact; points: Fact; total: Fact };
  round_won: Facts & { card: Fact };
  shown: Facts & { card: Fact; colour: Fact };
  shuffled: Facts & { cards: Fact };
  skipped: Facts & { cards: Fact };
  slam_offered: Facts;
  stays: Facts & { seat: Fact };
  'stays@seat': Facts;
  stepped_on: Facts & { points: Fact; team: Fact };
  team_found: Facts & { points: Fact; team: Fact };
  theme: Facts & { seat: Fact; theme: Fact };
  'theme@seat': Facts & { theme: Fact };
  three_shown: Facts;
  thrown: Facts & { by: Fact; first: Fact; seat: Fact; second: Fact };
  time_up: Facts;
  to_point: Facts & { team: Fact };
  took_for: Facts & { near: Fact; number: Fact; reasons: Fact; seat: Fact };
  tossed: Facts & { nearer: Fact; result: Fact; seat: Fact };
  'tossed@seat': Facts & { nearer: Fact; result: Fact };
  totem_moves: Facts & { card: Fact; team: Fact };
  totem_stays: Facts & { team: Fact };
  turn: Facts & { number: Fact; team: Fact };
  volunteered: Facts & { seat: Fact };
  'volunteered@seat': Facts;
  voted: Facts & { choice: Fact; seat: Fact };
  'voted@seat': Facts & { choice: Fact };
  wished: Facts & { seat: Fact; theme: Fact };
  'wished@seat': Facts & { theme: Fact };
}

export type FilCaptionCode = keyof FilCaptionFacts;

export type FilCaption = { [Code in FilCaptionCode]: { code: Code; facts: FilCaptionFacts[Code]; text: string } }[FilCaptionCode];

export type FilRefusalCode =
  | 'already_there'
  | 'another_theme'
  | 'cuddled'
  | 'moved_already'
  | 'no_card_there'
  | 'no_clue_left'
  | 'no_cuddle'
  | 'no_such_paw'
  | 'no_such_reason'
  | 'no_such_theme'
  | 'nobody_voted'
  | 'not_between'
  | 'not_family'
  | 'not_the_mystery'
  | 'pack_big'
  | 'pack_broken'
  | 'pack_count'
  | 'pack_field'
  | 'pack_long'
  | 'pack_sexes'
  | 'pack_twice'
  | 'place_first'
  | 'reasons'
  | 'same_vote'
  | 'schizo_together'
  | 'theme_alone'
  | 'theme_played'
  | 'thrown'
  | 'two_cards'
  | 'vote_first'
  | 'waiting_for_others';

export type FilRefusal = Refusal & { code: FilRefusalCode | HouseRefusalCode };

export type FilFrame = Frame<FilBoard, FilHand, FilAction, FilCaption>;

/** What its screens receive. */
export type FilProps = GameProps<FilBoard, FilHand, FilAction, FilCaption, FilOptions>;

export type Mode = 'decouverte' | 'humeurs' | 'equipes' | 'chacun';

export type Phase =
  | 'volunteer'
  | 'theme'
  | 'wish'
  | 'look'
  | 'paw'
  | 'debate'
  | 'step'
  | 'duel'
  | 'expose'
  | 'point'
  | 'choose'
  | 'recap'
  | 'slam'
  | 'over';

/** A theme on the shelf. */
export interface ThemeCard {
  id: string;
  title: string;
  author: string;
  memocat: boolean;
  sexed: boolean;
  cards: number;
  own: boolean;
  /** How often it was played in this game. */
  plays: number;
  /** May whoever is asked for a theme take it now? */
  is_open: boolean;
}

export type Mood =
  | 'presse'
  | 'rebours'
  | 'avare'
  | 'prodigue'
  | 'curieux'
  | 'lunatique'
  | 'schizo'
  | 'muet'
  | 'democrate'
  | 'calin';

/** A card, face up. */
export interface Face {
  /** Its place in `board.themes`. */
  theme: number;
  number: number;
  text: string;
  letters: string;
  /** `f`, `m` or empty. */
  sex: string;
  /** Its twenty ratings, a digit each, in the order of `tags.DIMENSIONS`; empty if nobody rated it. For bots. */
  tags: string;
}

export interface Paw {
  /** The clue its claws point at. */
  at: number;
  /** The clue on its other side. */
  other: number;
  /** How long Braincat thought: information in itself. */
  took: Ms;
  by_clock: boolean;
}

export type Colour = 'blue' | 'red' | 'clue';

/** P-15: both totems thrown. */
export interface Toss {
  nearer: 'blue' | 'red';
  blue_edge: boolean;
  red_edge: boolean;
  result: Colour;
}

export interface DuelView {
  team: string;
  /** The two who play; further ones wait in `queue`. */
  seats: [Seat, Seat];
  queue: Seat[];
  wins: [number, number];
  /** The last throw, once both had made it; equal gestures are played again. */
  last: [Gesture, Gesture] | null;
  number: number;
  /** Where the game goes on. */
  back: Phase;
  /** What is left of the clock that waits. */
  left: Ms;
  ahead_left: Ms | null;
}

export type Gesture = 'rock' | 'paper' | 'scissors';

export interface PastRound {
  braincat: Seat;
  theme: number;
  clue_theme: number;
  mood: Mood | null;
  mystery: Face;
  found: boolean;
  points: number[];
}

/** The end of a round: the chain is read back, and everything lies open. */
export interface Story {
  mystery: Face;
  /** All Master cards, by number. */
  masters: Face[];
  /** Did anybody find it? */
  found: boolean;
  /** What the round brought, as in `board.scores`. */
  points: number[];
  scenes: Scene[];
  /** The scene in which the Mystery card was given away; null if it never was. */
  astray: number | null;
}

/** One decision of the round that is told: what lay there, who wanted what, and what became of it. */
export interface Scene {
  /** How many paws lay when it was taken. */
  paws: number;
  spaces: (Face | null)[];
  /** Co-operative: for each seat. */
  votes: (Colour | null)[];
  /** Équipes: where the red and the blue totem stood after it. Chacun pour soi: everybody's token. */
  marks: (number | null)[];
  result: Colour | null;
  /** The Master cards that left the board. */
  out: Face[];
}

/** What somebody says a paw meant. */
export interface Reason {
  seat: Seat;
  paw: number;
  because: number[];
}

export type Reminder = '' | 'memocat' | 'card';

/** A line of the Memocat. */
export interface Line {
  number: number;
  text: string;
}

/** be Braincat in the round that begins. */
export type Volunteer = { type: 'Volunteer' };

/** Braincat chooses the theme. */
export type TakeTheme = { type: 'TakeTheme'; theme: number };

/** P-20: a vote of the Family for the theme of the clues. */
export type WishTheme = { type: 'WishTheme'; theme: number };

/** a vote of a family for its Ambassador. */
export type Nominate = { type: 'Nominate'; seat: Seat };

/** Braincat has seen enough of the card that is shown. */
export type Next = { type: 'Next' };

/** Lay the paw with its claws towards this clue. */
export type Point = { type: 'Point'; clue: number };

/** P-7: keep the blue card, keep the red one, or ask for a clue. */
export type Vote = { type: 'Vote'; choice: Colour };

/** this vote stands. */
export type Confirm = { type: 'Confirm' };

/** M-10: wish to ask whether the Mystery card is on the board. */
export type Cuddle = { type: 'Cuddle' };

/** A vote inside a family: our totem onto this card. */
export type Choose = { type: 'Choose'; space: number };

/** Leave token or totem where it is. */
export type Stay = { type: 'Stay' };

/** the Ambassador confirms the family's majority. */
export type Seal = { type: 'Seal' };

/** P-29: rock, paper, scissors. */
export type Throw = { type: 'Throw'; gesture: Gesture };

/** the two cards of the skip that are shown beside the Mystery card, by their place in `hand.skip`. */
export type Expose = { type: 'Expose'; first: number; second: number };

/** P-37: put one's token on this card. */
export type Place = { type: 'Place'; space: number };

/** Enough of the story of this round. */
export type Continue = { type: 'Continue' };

/** What a paw meant (Braincat) or was taken to mean (the others): up to three reasons, by their place in REASONS. */
export type Explain = { type: 'Explain'; paw: number; because: number[] };

/** is the third round played, for the Grand Slam? */
export type Slam = { type: 'Slam'; go: boolean };
