/** One device for several people: who holds it, whom it goes to next, what happened since they last had it. */
import type { TableStore } from '$lib/table.svelte';
import type { Caption } from '$lib/wire';

export class Handing {
  /** Who holds it; null: nobody who sits here. */
  current = $state<number | null>(null);
  /** Nothing is shown until they say that it is them. */
  curtain = $state(false);
  /** Who is asked now. Whoever holds the device sees what became of their move, and passes it on. */
  next = $state<number | null>(null);
  readonly #store: TableStore;
  /** By seat: how much everybody had been told when they gave the device away. */
  #left = new Map<number, number>();

  constructor(store: TableStore) {
    this.#store = store;
  }

  /** To be called when anything changes. */
  follow(): void {
    const mine = this.#store.mySeats;
    const asked = (seat: number): boolean =>
      this.#store.frame(seat)?.asks.some((ask) => ask.seats.includes(seat)) ?? false;
    if (mine.length < 2) {
      this.current = mine[0] ?? null;
      this.curtain = false;
      this.next = null;
      return;
    }
    const holder = this.current !== null && mine.includes(this.current) ? this.current : null;
    const after = [...mine.filter((seat) => holder !== null && seat > holder), ...mine].find(asked) ?? null;
    // While the curtain is down nobody has looked yet: it simply falls for somebody else.
    if (holder === null || (this.curtain && after !== null && !asked(holder))) this.#give(after ?? mine[0] ?? null);
    else this.next = asked(holder) ? null : after;
  }

  pass(): void {
    if (this.current !== null) this.#left.set(this.current, this.#store.logged);
    this.#give(this.next);
  }

  lift(): void {
    this.curtain = false;
  }

  /** What everybody has been told since this person gave the device away. */
  news(seat: number): Caption[] {
    const missed = this.#store.logged - (this.#left.get(seat) ?? 0);
    return missed > 0 ? this.#store.log.slice(-missed) : [];
  }

  #give(seat: number | null): void {
    this.current = seat;
    this.curtain = seat !== null;
    this.next = null;
  }
}
