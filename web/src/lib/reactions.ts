/** How long it took from the picture that showed a race to the finger, by this device's own clock. The house believes
 * it as far as its own measurement of the line allows. */
import type { Ask } from './wire';

const KEPT = 16;

export class Reactions {
  #shown = new Map<string, number>();
  #touched = 0;

  constructor() {
    for (const kind of ['pointerdown', 'keydown'] as const) window.addEventListener(kind, this.#touch, true);
  }

  close(): void {
    for (const kind of ['pointerdown', 'keydown'] as const) window.removeEventListener(kind, this.#touch, true);
  }

  /** These asks are drawn with the next picture. Who loads the page again does not see them anew. */
  show(asks: readonly Ask[]): void {
    for (const { id, race } of asks) {
      if (!race || this.#shown.has(id)) continue;
      this.#shown.set(id, Infinity);
      // The frame's own timestamp may lie before the message that it draws.
      requestAnimationFrame(() => this.#shown.set(id, performance.now()));
      for (const old of [...this.#shown.keys()].slice(0, -KEPT)) this.#shown.delete(old);
    }
  }

  /** From the finger that touched last, or from now. Null: no race, or not drawn yet. */
  since(ask: string): number | null {
    const shown = this.#shown.get(ask);
    if (shown === undefined || shown === Infinity) return null;
    return (this.#touched > shown ? this.#touched : performance.now()) - shown;
  }

  #touch = (event: Event): void => {
    this.#touched = event.timeStamp;
  };
}
