/** One table as this device sees it: who sits where, the newest frame of each seat held here, and the time. */
import { emblemsOf } from './emblems';
import { t } from './i18n.svelte';
import { recall, remember } from './keep';
import { me } from './me.svelte';
import { Net, type Answer } from './net.svelte';
import { play as sound } from './sound';
import { toasts } from './toasts.svelte';
import type { Person } from './game';
import type { Action, Frame, Place, Refusal, Table, Tell, You } from './wire';

export type Said = Extract<Tell, { tell: 'said' }>;

export function keysOf(code: string): string[] {
  return recall<string[]>(`keys.${code}`) ?? [];
}

export function keepKey(code: string, key: string): void {
  remember(`keys.${code}`, [...new Set([...keysOf(code), key])]);
}

export class TableStore {
  readonly code: string;
  readonly net: Net;
  table = $state.raw<Table | null>(null);
  you = $state.raw<You>({ places: [], host: false });
  /** By seat; `screen` for the shared one. */
  frames = $state.raw<Record<string, Frame>>({});
  speed = $state(0);
  /** Which seats have an answer on its way. */
  busy = $state.raw<ReadonlySet<number>>(new Set());
  held = $state(false);
  /** What this screen is: chosen by hand, or by its width and whether somebody sits at it. */
  view = $state<'auto' | 'board' | 'seat' | 'both'>('auto');
  said = $state.raw<Said[]>([]);
  #clock = { now: 0, at: 0 };

  constructor(code: string) {
    this.code = code;
    this.net = new Net(
      () => ({ table: code, keys: keysOf(code), screen: true }),
      (tell) => this.#hear(tell),
    );
    this.view = recall<'board' | 'seat' | 'both'>(`view.${code}`) ?? 'auto';
    this.net.connect();
  }

  show(view: 'auto' | 'board' | 'seat' | 'both'): void {
    this.view = view;
    remember(`view.${this.code}`, view === 'auto' ? undefined : view);
  }

  leave(): void {
    this.net.close();
  }

  /** Seats are the taken places, in order. */
  people: Person[] = $derived.by(() => {
    const taken = (this.table?.places ?? []).filter((place) => place.kind !== 'free');
    const emblems = emblemsOf(taken);
    return taken.map((place, seat) => ({
      seat,
      name: place.name || t('bot'),
      emblem: emblems[seat] ?? 'poire',
      bot: place.kind === 'bot' || place.stand_in !== null,
      here: place.kind === 'bot' || place.here,
      mine: this.you.places.includes(place.place),
    }));
  });

  mySeats: number[] = $derived(this.people.filter((person) => person.mine).map((person) => person.seat));

  placeOf(seat: number): Place | undefined {
    return this.table?.places.filter((place) => place.kind !== 'free')[seat];
  }

  frame(seat: number | null): Frame | null {
    return this.frames[seat ?? 'screen'] ?? null;
  }

  /** Table time, running. */
  now = (): number => this.#clock.now + ((performance.now() - this.#clock.at) * this.speed) / 1000;

  /** Asks the server; a refusal is shown as a slip unless the caller wants it. */
  async ask(does: string, fields: Record<string, unknown> = {}, { quiet = false } = {}): Promise<Answer> {
    const answer = await this.net.command(does, fields);
    if (!answer.ok && !quiet) toasts.show(answer.refusal.text, { bad: true });
    return answer;
  }

  async sit(place: number | null, name: string, emblem: string, quiet = false): Promise<Answer> {
    const answer = await this.ask('sit', { place, name, emblem }, { quiet });
    if (answer.ok && typeof answer['key'] === 'string') {
      keepKey(this.code, answer['key']);
      if (me.comfort > 100 && typeof answer['place'] === 'number') {
        void this.ask('comfort', { place: answer['place'], percent: me.comfort }, { quiet: true });
      }
    }
    return answer;
  }

  async play(seat: number, ask: string, action: Action): Promise<Refusal | null> {
    if (this.busy.has(seat)) return null;
    this.busy = new Set([...this.busy, seat]);
    const answer = await this.ask('play', { seat, ask, action });
    const busy = new Set(this.busy);
    busy.delete(seat);
    this.busy = busy;
    return answer.ok ? null : answer.refusal;
  }

  hold(seat: number, held: boolean): void {
    this.held = held;
    void this.ask('hold', { seat, held }, { quiet: true });
  }

  #hear(tell: Tell): void {
    switch (tell.tell) {
      case 'lobby': {
        const before = this.table;
        this.table = tell.table;
        this.you = tell.you;
        if (tell.table.phase === 'lobby') this.frames = {};
        if (before && taken(tell.table) > taken(before)) sound('chair');
        if (before?.phase === 'playing' && tell.table.phase === 'over') sound('cork');
        break;
      }
      case 'frame': {
        const { tell: _, ...frame } = tell;
        this.frames = { ...this.frames, [frame.seat ?? 'screen']: frame };
        this.#set(frame.now, frame.speed);
        if (frame.captions.length && !frame.snapshot) sound('knock');
        break;
      }
      case 'clock':
        this.#set(tell.now, tell.speed);
        break;
      case 'said':
        this.said = [...this.said, tell].slice(-50);
        break;
      case 'bye':
        if (tell.code === 'removed') remember(`keys.${this.code}`, undefined);
        break;
      default:
        break;
    }
  }

  #set(now: number, speed: number): void {
    this.#clock = { now, at: performance.now() };
    this.speed = speed;
  }
}

function taken(table: Table): number {
  return table.places.filter((place) => place.kind !== 'free').length;
}
