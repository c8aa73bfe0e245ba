/** The games of this house, as the server lists them. */
import type { Language, Options, OptionValue } from './wire';

export interface OptionField {
  name: string;
  label: string;
  help: string;
  /** The named values. */
  values: { value: OptionValue; label: string }[];
  numbers: { low: number; high: number } | null;
  is_seat: boolean;
  /** The text of a pack of the players' own; empty: none. */
  is_pack: boolean;
  default: OptionValue;
  /** How a number reads, e.g. `{number} {number:minute|minutes}`. */
  number_label: string | null;
}

export interface Preset {
  id: string;
  label: string;
  help: string;
  options: Options;
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

export interface GameInfo {
  id: string;
  title: string;
  tagline: string;
  minutes: number;
  age: number;
  low: number;
  high: number;
  presets: Preset[];
  options: OptionField[];
  bots: BotLevel[];
  has_lesson: boolean;
  kinds: Record<string, AskKind>;
}

const loaded = new Map<Language, Promise<GameInfo[]>>();

export function loadGames(language: Language): Promise<GameInfo[]> {
  let games = loaded.get(language);
  if (!games) {
    games = fetch(`/api/games?lang=${language}`).then(async (answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return (await answer.json()) as GameInfo[];
    });
    games.catch(() => loaded.delete(language));
    loaded.set(language, games);
  }
  return games;
}
