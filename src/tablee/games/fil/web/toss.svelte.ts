/** The moment of a throw: both totems in the air for a little while, whatever comes after. */
import { justTold } from '$lib/round';
import type { FilFrame, Toss } from './types';

const STAYS = 2_800;

export class Throw {
  shown = $state.raw<Toss | null>(null);
  #seen = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Call it in an effect. */
  watch(frame: FilFrame): void {
    if (this.#seen === frame.number) return;
    this.#seen = frame.number;
    if (!justTold(frame, 'tossed') || frame.board.tossed === null) return;
    this.shown = frame.board.tossed;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), STAYS);
  }

  /** A finger or a key does not wait. */
  end(): void {
    clearTimeout(this.#timer);
    this.shown = null;
  }
}
