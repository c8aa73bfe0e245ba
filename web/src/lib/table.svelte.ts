/** One table as this device sees it: who sits where, the newest frame of each seat held here, and the time. */
import { emblemsOf } from './emblems';
import { noteEvening } from './evenings';
import { t } from './i18n.svelte';
import { recall, remember } from './keep';
import { me } from './me.svelte';
import { Net, type Answer, type Does, type Fields } from './net.svelte';
import { Reactions } from './reactions';
import { play as sound } from './sound';
import { MOST, Talk } from './talk.svelte';
import { toasts } from './toasts.svelte';
import type { Person } from './game';
import type { Action, Caption, Channel, Frame, Hand, Packs, Place, Refusal, Table, Tell, You } from './wire';

/** As many as the house reads. */
const MOST_KEYS = 12;
const MOST_TOLD = 60;

export function keysOf(code: string): string[] {
  return recall<string[]>(`keys.${code}`) ?? [];
}

export function keepKey(code: string, key: string): void {
  remember(`keys.${code}`, [...new Set([...keysOf(code), key])].slice(-MOST_KEYS));
}

function dropKey(code: string, key: string): void {
  remember(
    `keys.${code}`,
    keysOf(code).filter((other) => other !== key),
  );
}

/** A place asked back: the key opens it as soon as somebody at the table has said yes to the number. */
interface Claim {
  name: string;
  number: number;
  key: string;
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
  /** Which seats hold their secret up to the eye. */
  held = $state.raw<ReadonlySet<number>>(new Set());
  /** What this screen is: chosen by hand, or by its width and whether somebody sits at it. */
  view = $state<'auto' | 'board' | 'seat' | 'both'>('auto');
  readonly talk = new Talk();
  /** By seat: the last race that is over. */
  races = $state.raw<Record<number, string>>({});
  /** The place this device has asked back. */
  claim = $state.raw<Claim | null>(null);
  /** What everybody was told in this game, of late; `logged` counts all of it. */
  log = $state.raw<Caption[]>([]);
  logged = 0;
  /** What was told is kept for so many ms, where forgetting is the game; null: the last of it stays. */
  #stays: number | null = null;
  #untold = new Map<number | null, Caption[]>();
  #greeted: Claim | null = null;
  #packs: Packs = {};
  #clock = { now: 0, at: 0 };
  #reactions = new Reactions();

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
    this.#reactions.close();
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

  /** What this viewer was told since it was last asked for. */
  take(seat: number | null): Caption[] {
    const told = this.#untold.get(seat) ?? [];
    this.#untold.delete(seat);
    return told;
  }

  /** As the game's own screens say it, once they are there. */
  forgetAfter(stays: number | null): void {
    if (this.#stays === stays) return;
    this.#stays = stays;
    const known = [
      ...this.log,
      ...[...this.#untold.values()].flat(),
      ...Object.values(this.frames).flatMap(({ captions }) => captions),
    ];
    if (stays !== null) setTimeout(() => this.#fade(known), stays);
  }

  /** Where this seat may read and write. */
  talkOf(seat: number | null): readonly Channel[] {
    return (this.frame(seat)?.hand as Hand | null | undefined)?.talk ?? [];
  }

  frame(seat: number | null): Frame | null {
    return this.frames[seat ?? 'screen'] ?? null;
  }

  /** Table time, running. */
  now = (): number => this.#clock.now + ((performance.now() - this.#clock.at) * this.speed) / 1000;

  /** Asks the server; a refusal is shown as a slip unless the caller wants it. */
  async ask<D extends Does>(does: D, fields = {} as Fields<D>, { quiet = false } = {}): Promise<Answer> {
    const answer = await this.net.command(does, fields);
    if (!answer.ok && !quiet) {
      toasts.show(answer.refusal.text, { bad: true });
      sound('refusal');
    }
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

  /** « Je suis Léa »: somebody at the table has to agree. */
  async reclaim(place: number): Promise<void> {
    const name = this.table?.places[place]?.name ?? '';
    const answer = await this.ask('reclaim', { place });
    if (!answer.ok) return;
    this.claim = { name, number: Number(answer['number']), key: String(answer['key']) };
    keepKey(this.code, this.claim.key);
  }

  /** Not me after all, or nobody answers. */
  unclaim(): void {
    if (this.claim) dropKey(this.code, this.claim.key);
    this.claim = null;
  }

  /** The claim is answered when it is gone: either the place is ours now, or it will not be. */
  #settle(table: Table, you: You): void {
    const { claim } = this;
    if (!claim || table.places.some((place) => place.claim === claim.number && place.name === claim.name)) return;
    if (you.places.some((place) => table.places[place]?.name === claim.name)) {
      this.claim = null;
      toasts.show(t('claim.welcome', { name: claim.name }));
    } else if (this.#greeted !== claim) {
      // The line may have broken since: then the house knows this key only by a new hello.
      this.#greeted = claim;
      void this.net.attach();
    } else {
      this.unclaim();
      toasts.show(t('claim.turned_away', { name: claim.name }), { bad: true });
    }
  }

  async play(seat: number, ask: string, action: Action, how = { quiet: false }): Promise<Refusal | null> {
    if (this.busy.has(seat)) return null;
    this.busy = new Set([...this.busy, seat]);
    const answer = await this.ask('play', { seat, ask, action, reaction: this.#reactions.since(ask) }, how);
    const busy = new Set(this.busy);
    busy.delete(seat);
    this.busy = busy;
    return answer.ok ? null : answer.refusal;
  }

  hold(seat: number, held: boolean): void {
    const now = new Set(this.held);
    if (held) now.add(seat);
    else now.delete(seat);
    this.held = now;
    void this.ask('hold', { seat, held }, { quiet: true });
  }

  #hear(tell: Tell): void {
    switch (tell.tell) {
      case 'lobby': {
        const before = this.table;
        // Packs come once, and again when they have changed.
        this.#packs = tell.packs ?? this.#packs;
        const table = { ...tell.table, options: { ...tell.table.options, ...this.#packs } };
        this.table = table;
        this.you = tell.you;
        if (table.phase === 'lobby') this.frames = {};
        if (before?.commitment !== table.commitment) this.#forget();
        this.#settle(table, tell.you);
        if (table.phase === 'over' && table.record) noteEvening(table.record, this.code, this.mySeats);
        if (before && taken(table) > taken(before)) sound('chair');
        break;
      }
      case 'frame': {
        const { tell: _, ...frame } = tell;
        this.#noteRace(this.frame(frame.seat), frame);
        this.#note(frame);
        this.frames = { ...this.frames, [frame.seat ?? 'screen']: frame };
        this.#set(frame.now, frame.speed);
        this.#reactions.show(frame.asks);
        break;
      }
      case 'clock':
        this.#set(tell.now, tell.speed);
        break;
      case 'said':
        this.talk.hear(tell, this.#isForAll(tell.channel), this.#keeps(tell.channel));
        break;
      case 'bye':
        if (tell.code === 'removed' || tell.code === 'cleared') remember(`keys.${this.code}`, undefined);
        break;
      default:
        break;
    }
  }

  /** How much of what is said stays to be read again; nothing on a screen that nobody sits at. */
  #keeps(channel: string): number {
    const known = this.mySeats.map((seat) => this.talkOf(seat).find((one) => one.name === channel)?.lines ?? MOST);
    return known.length ? Math.min(MOST, ...known) : 0;
  }

  /** Where several sit at this device, what one of them alone may read is not for the others. */
  #isForAll(channel: string): boolean {
    return (
      this.mySeats.length < 2 ||
      this.mySeats.every(
        (seat) => !this.frame(seat) || this.talkOf(seat).some((one) => one.name === channel && one.may_read),
      )
    );
  }

  #note({ seat, captions }: Frame): void {
    if (!captions.length) return;
    this.#untold.set(seat, [...(this.#untold.get(seat) ?? []), ...captions].slice(-MOST_TOLD));
    if (this.#stays !== null) setTimeout(() => this.#fade(captions), this.#stays);
    if (seat !== null) return;
    this.log = [...this.log, ...captions].slice(-MOST_TOLD);
    this.logged += captions.length;
  }

  /** Nothing of this is left in the page, not even where nobody looks. */
  #fade(captions: readonly Caption[]): void {
    const gone = new Set(captions);
    const isKept = (caption: Caption): boolean => !gone.has(caption);
    this.log = this.log.filter(isKept);
    for (const [seat, told] of this.#untold) this.#untold.set(seat, told.filter(isKept));
    if (!Object.values(this.frames).some((frame) => frame.captions.some((caption) => gone.has(caption)))) return;
    this.frames = Object.fromEntries(
      Object.entries(this.frames).map(([seat, frame]) => [seat, { ...frame, captions: frame.captions.filter(isKept) }]),
    );
  }

  /** A new game: nothing has happened yet. */
  #forget(): void {
    this.log = [];
    this.#untold.clear();
  }

  #noteRace(before: Frame | null, frame: Frame): void {
    const over = before?.asks.find((ask) => ask.race && !frame.asks.some((open) => open.id === ask.id));
    if (over && frame.seat !== null) this.races = { ...this.races, [frame.seat]: over.id };
  }

  #set(now: number, speed: number): void {
    this.#clock = { now, at: performance.now() };
    this.speed = speed;
  }
}

function taken(table: Table): number {
  return table.places.filter((place) => place.kind !== 'free').length;
}
