/** What a game's own screens receive is put together here, wherever a game is shown: at its table, in a lesson, in the
 * theatre. */
import { announce } from './announcer.svelte';
import { askOf } from './asks';
import type { Action, Frame, GameProps, Refusal } from './game';

/** What somebody can do who sits there. */
export interface Deeds extends Partial<Pick<GameProps, 'busy' | 'still' | 'say' | 'hold' | 'receipt'>> {
  play(action: Action, ask: string, how?: { quiet: boolean }): Promise<Refusal | null>;
}

type Given =
  'words' | 'people' | 'options' | 'code' | 'title' | 'kinds' | 'held' | 'pencil' | 'menu' | 'strip' | 'talk';

export interface Showing extends Pick<GameProps, Given> {
  frame: Frame;
  seat: number | null;
  /** null: one only looks. */
  deeds: Deeds | null;
  /** null: it stands still. */
  time: Pick<GameProps, 'now' | 'speed'> | null;
  /** Nobody is hurried: no clock is shown. */
  untimed: boolean;
}

export function propsOf({ frame: sent, deeds, time, untimed, ...given }: Showing): GameProps<never, never> {
  const frame = untimed ? { ...sent, asks: sent.asks.map((ask) => ({ ...ask, until: null })) } : sent;
  const ask = deeds ? askOf(frame.asks, given.seat) : null;
  return {
    ...given,
    frame: frame as Frame<never, never>,
    ask,
    moves: ask ? frame.moves : [],
    busy: deeds?.busy ?? false,
    still: deeds?.still ?? deeds === null,
    play: (action, id, how) => {
      const to = id ?? ask?.id;
      return deeds && to !== undefined ? deeds.play(action, to, how) : Promise.resolve(null);
    },
    say: deeds?.say ?? null,
    hold: deeds?.hold ?? (() => undefined),
    receipt: deeds?.receipt ?? null,
    now: time?.now ?? (() => frame.now),
    speed: time?.speed ?? 0,
    announce,
  };
}
