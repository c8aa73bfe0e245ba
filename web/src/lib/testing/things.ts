/** For tests: things of the wire, plain ones; a test says only what matters to it. */
import type { Ask, Caption, Frame, Packs, Place, Table, Tell } from '../wire';

export const ask = (id: string, parts: Partial<Ask> = {}): Ask => ({
  id,
  kind: 'turn',
  seats: [],
  awaited: parts.seats ?? [],
  until: null,
  to: 'all',
  awaited_to: 'all',
  race: false,
  ...parts,
});

export const caption = (code: string, facts: Caption['facts'] = {}): Caption => ({ code, facts, text: code });

export const place = (number: number, parts: Partial<Place> = {}): Place => ({
  place: number,
  kind: 'person',
  name: `P${number}`,
  emblem: null,
  level: null,
  ready: false,
  here: true,
  host: false,
  stand_in: null,
  percent: 100,
  muted: false,
  claim: null,
  ...parts,
});

export const table = (places: Place[], parts: Partial<Table> = {}): Table => ({
  code: 'MIEL',
  game: 'pierres',
  title: 'Pierres',
  phase: 'playing',
  options: {},
  preset: null,
  pace: 'normal',
  places,
  low: 2,
  high: 6,
  paused: false,
  commitment: 'c0ffee',
  seed: null,
  record: null,
  spectators: 0,
  words: true,
  nameless: false,
  ...parts,
});

/** What everybody at the table is told; `mine` are the places held here. */
export const lobby = (told: Table, mine: number[] = [], host = false, packs: Packs | null = null): Tell => ({
  tell: 'lobby',
  table: told,
  you: { places: mine, host },
  packs,
});

export const frame = <F extends Frame = Frame>(seat: number | null, parts: Partial<F> = {}): F =>
  ({
    seat,
    number: 1,
    snapshot: false,
    board: {},
    hand: null,
    asks: [],
    captions: [],
    moves: [],
    now: 0,
    speed: 1000,
    outcome: null,
    ...parts,
  }) as unknown as F;

export const showing = (seat: number | null, parts: Partial<Frame> = {}): Tell => ({
  tell: 'frame',
  ...frame(seat, parts),
});
