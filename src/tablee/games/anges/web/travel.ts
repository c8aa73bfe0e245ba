/** Pieces travel: what lay there lies here now, and one sees the way. Words do not move. */
import { tick } from 'svelte';
import type { Action } from 'svelte/action';
import { prefersReducedMotion } from 'svelte/motion';

const TRAVEL = 320;
const FAR = 8;

function placesIn(root: HTMLElement): Map<string, { piece: HTMLElement; at: DOMRect }> {
  const pieces = [...root.querySelectorAll<HTMLElement>('[data-piece]')];
  return new Map(pieces.map((piece) => [piece.dataset['piece'] ?? '', { piece, at: piece.getBoundingClientRect() }]));
}

/** Make this change; whatever is called `data-piece` then slides from where it was. */
export async function travelling(root: HTMLElement | undefined, change: () => void): Promise<void> {
  const before = root && !prefersReducedMotion.current ? placesIn(root) : null;
  change();
  await tick();
  if (!before || !root) return;
  for (const [name, { piece, at }] of placesIn(root)) {
    const from = before.get(name)?.at;
    if (!from || (from.x === at.x && from.y === at.y)) continue;
    const way = `${from.x - at.x}px ${from.y - at.y}px`;
    piece.animate([{ translate: way }, { translate: '0 0' }], {
      duration: TRAVEL,
      easing: 'cubic-bezier(.2, .8, .3, 1)',
    });
  }
}

export interface Dragging {
  still: boolean;
  /** Let go over something named `data-drop`. */
  drop(where: string): void;
}

/** A piece that can be dragged. A tap stays a tap. */
export const drag: Action<HTMLElement, Dragging> = (node, first) => {
  let how = first;
  let start: { x: number; y: number; id: number } | null = null;
  let isHeld = false;

  function down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || how.still) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    // A quick hand leaves the card with the first move.
    node.setPointerCapture(event.pointerId);
  }
  function move(event: PointerEvent): void {
    if (start === null || event.pointerId !== start.id) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!isHeld && Math.hypot(x, y) > FAR) {
      isHeld = true;
      node.classList.add('held');
    }
    if (isHeld) node.style.translate = `${x}px ${y}px`;
  }
  function release(event: PointerEvent): void {
    if (start === null || event.pointerId !== start.id) return;
    if (isHeld) {
      // The click that follows was not meant.
      node.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener('click', swallow, { capture: true }));
      const under = event.type === 'pointerup' ? document.elementsFromPoint(event.clientX, event.clientY) : [];
      const where = under
        .map((element) => (node.contains(element) ? null : element.closest<HTMLElement>('[data-drop]')))
        .find((element) => element !== null);
      if (where?.dataset['drop'] !== undefined) how.drop(where.dataset['drop']);
    }
    start = null;
    isHeld = false;
    node.classList.remove('held');
    node.style.translate = '';
  }
  function swallow(event: Event): void {
    event.preventDefault();
    event.stopPropagation();
  }

  const heard = { pointerdown: down, pointermove: move, pointerup: release, pointercancel: release };
  for (const [kind, listener] of Object.entries(heard)) node.addEventListener(kind, listener as EventListener);
  return {
    update(next) {
      how = next;
    },
    destroy() {
      for (const [kind, listener] of Object.entries(heard)) node.removeEventListener(kind, listener as EventListener);
    },
  };
};
