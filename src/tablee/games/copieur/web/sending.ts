/** A slap is not lost because something said a moment before is still on its way. */
import type { CopieurAction } from './types';

export class Sending {
  #next: { action: CopieurAction; ask: string } | null = null;
  readonly #play: (action: CopieurAction, ask: string) => void;

  constructor(play: (action: CopieurAction, ask: string) => void) {
    this.#play = play;
  }

  send(action: CopieurAction, ask: string, busy: boolean): void {
    if (busy) this.#next = { action, ask };
    else this.#play(action, ask);
  }

  /** Call it whenever something has arrived. */
  go(busy: boolean): void {
    if (busy || this.#next === null) return;
    const { action, ask } = this.#next;
    this.#next = null;
    this.#play(action, ask);
  }
}
