/** The moves a seat is given, each with the ask it answers, its words and the cell it names. */
import type { Action, Ask, GameProps, Words } from '$lib/game';
import { plainly, spotOf, textOf, type Spot } from './fields';

export interface Offer {
  key: string;
  action: Action;
  ask: Ask;
  text: string;
  /** Who comes first matters: it is done at a touch. */
  race: boolean;
  spot: Spot | null;
}

export function offersOf({ frame, ask, moves, kinds, words, seat, still }: GameProps): Offer[] {
  if (!ask || still || seat === null) return [];
  const mine = frame.asks.filter((one) => one.seats.includes(seat));
  return moves.map((action) => {
    const answered = mine.find((one) => kinds[one.kind]?.actions.includes(action.type)) ?? ask;
    const spot = spotOf(action, frame.board);
    return {
      key: JSON.stringify(action),
      action,
      ask: answered,
      text: textFor(action, words, spot !== null),
      race: answered.race,
      spot,
    };
  });
}

function textFor(action: Action, words: Words, isOnBoard: boolean): string {
  const { type, ...rest } = action;
  const key = isOnBoard && words.has(`action.${type}.here`) ? `action.${type}.here` : `action.${type}`;
  if (words.has(key)) return words.label(key, rest as Record<string, number | string>);
  const values = Object.entries(rest).map(([name, value]) => `${plainly(name).toLocaleLowerCase()} ${textOf(value)}`);
  return [plainly(type), values.join(', ')].filter(Boolean).join(' : ');
}
