/** Slates that change places are seen to do so: backs up, once. What moves are the slates that lie there anyway, so that
 *  when it is over nothing is left of it. */
import type { Attachment } from 'svelte/attachments';
import { prefersReducedMotion } from 'svelte/motion';
import { tripsOf, type Place } from './classroom';
import type { CopieurFrame } from './types';

const TRAVEL = 380;
const TILT = 4;
const STEPS = 10;

/** Whoever shows slates keeps one, and calls it with each frame. */
export class Travels {
  #seen: number | null = null;

  watch(frame: CopieurFrame, root: HTMLElement | undefined): void {
    const isFirst = this.#seen === null;
    const isNew = this.#seen !== frame.number;
    this.#seen = frame.number;
    if (isFirst || !isNew || root === undefined) return;
    // Where they lie is measured before the first one moves.
    const trips = tripsOf(frame.captions, frame.board).map(([from, to]) => ({
      slate: slateAt(root, to),
      here: boxAt(root, to),
      there: boxAt(root, from),
    }));
    for (const [at, { slate, here, there }] of trips.entries())
      if (slate && here && there) move(slate, here, there, at);
  }
}

const slateAt = (root: HTMLElement, place: Place): HTMLElement | null => root.querySelector(`[data-place="${place}"]`);

const boxAt = (root: HTMLElement, place: Place): DOMRect | undefined => slateAt(root, place)?.getBoundingClientRect();

function move(slate: HTMLElement, here: DOMRect, there: DOMRect, at: number): void {
  if (prefersReducedMotion.current) {
    slate.animate([{ outline: '1px dashed currentColor' }, { outline: '1px dashed transparent' }], {
      duration: 900,
      easing: 'steps(1, end)',
    });
    return;
  }
  const [x, y] = turned(
    there.left + there.width / 2 - here.left - here.width / 2,
    there.top + there.height / 2 - here.top - here.height / 2,
    -leanOf(slate),
  );
  const size = there.width / here.width;
  // A shallow S: the two keep to their own side, and lean away from each other.
  const side = (at % 2 ? -1 : 1) * 0.12;
  const tilt = at % 2 ? -TILT : TILT;
  const way = Array.from({ length: STEPS + 1 }, (_, step) => {
    const left = 1 - step / STEPS;
    const bend = Math.sin(Math.PI * left);
    return {
      translate: `${x * left - y * side * bend}px ${y * left + x * side * bend}px`,
      rotate: `${tilt * bend}deg`,
      scale: 1 + (size - 1) * left,
      zIndex: 20,
    };
  });
  slate.animate(way, { duration: TRAVEL, easing: 'cubic-bezier(.2, .8, .3, 1)' });
}

/** By how many degrees the desk leans that it lies on: its way is drawn from there. */
function leanOf(slate: HTMLElement): number {
  let lean = 0;
  for (let desk = slate.parentElement; desk !== null; desk = desk.parentElement)
    lean += parseFloat(getComputedStyle(desk).rotate) || 0;
  return lean;
}

function turned(x: number, y: number, degrees: number): [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** A key that is slapped throws up six specks of chalk. */
export function dust(key: HTMLElement): void {
  if (prefersReducedMotion.current) return;
  for (let speck = 0; speck < 6; speck++) {
    const dot = document.createElement('i');
    dot.className = 'dust';
    key.append(dot);
    const angle = (Math.PI * (speck + 0.5)) / 6;
    const end = `${-42 * Math.cos(angle)}px ${-34 * Math.sin(angle)}px`;
    const flown = dot.animate(
      [
        { translate: '0 0', opacity: 0.9 },
        { translate: end, opacity: 0 },
      ],
      { duration: 220, easing: 'ease-out' },
    );
    flown.onfinish = flown.oncancel = () => dot.remove();
  }
}

/** For a list that a keyboard walks through with the arrows. */
export const arrows: Attachment<HTMLElement> = (node) => {
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const all = [...node.querySelectorAll<HTMLElement>('button:not(:disabled)')];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  };
  node.addEventListener('keydown', walk);
  return () => node.removeEventListener('keydown', walk);
};
