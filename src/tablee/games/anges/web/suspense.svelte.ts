/** The beat between « c’est faux ! » and what everybody then sees. Nothing waits for it: it only holds the verdict back. */
import { justTold } from '$lib/round';
import { prefersReducedMotion } from 'svelte/motion';
import type { AngesFrame } from './types';

const BETWEEN = 120;
const LONGER = 300;
const FIRST = 160;
const TURN = 240;
const LINGER = 600;

/** When the card at this place begins to turn. */
export const turnedAfter = (at: number): number => FIRST + at * BETWEEN + (at === 2 ? LONGER : 0);

export class Suspense {
  /** Are the cards being turned over? */
  on = $state(false);
  /** Turned, and the verdict just fallen: who has won looks at it for a moment. */
  lingers = $state(false);
  #seen = -1;

  /** A finger or a key does not wait. */
  end(): void {
    this.on = false;
    this.lingers = false;
  }

  /** Call it in an effect. */
  watch(frame: AngesFrame): (() => void) | undefined {
    const isNew = this.#seen !== frame.number;
    this.#seen = frame.number;
    if (!isNew || !justTold(frame, 'challenged') || prefersReducedMotion.current) {
      this.end();
      return undefined;
    }
    this.on = true;
    this.lingers = true;
    const turned = setTimeout(() => (this.on = false), turnedAfter(2) + TURN);
    const seen = setTimeout(() => this.end(), turnedAfter(2) + TURN + LINGER);
    return () => {
      clearTimeout(turned);
      clearTimeout(seen);
    };
  }
}
