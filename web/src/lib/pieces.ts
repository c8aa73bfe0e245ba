/** What is this? Pieces that are not obvious bear `data-help="name"`; the game's words explain them as `piece.name`. Held
 * down by a finger or asked with `?` under the keyboard, a piece is explained. */

/** A finger that stays so long wants to know. */
const HELD = 550;
/** A finger that wanders so far does not. */
const STILL = 10;

/** Calls `ask` with the name of the piece, or with null where `?` was pressed elsewhere. */
export function watchPieces(ask: (piece: string | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };

  function key(event: KeyboardEvent): void {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || isWriting(event.target) || isCovered()) return;
    event.preventDefault();
    ask(pieceAt(document.activeElement));
  }

  function down(event: PointerEvent): void {
    clearTimeout(timer);
    const piece =
      event.isPrimary && event.button === 0 && event.target instanceof Element
        ? event.target.closest<HTMLElement | SVGElement>('[data-help]')
        : null;
    // In a race nobody is held up.
    if (piece === null || piece.closest('.race') !== null || isCovered()) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      swallow();
      ask(piece.dataset['help'] ?? null);
    }, HELD);
  }

  function move(event: PointerEvent): void {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) clearTimeout(timer);
  }

  const up = (): void => clearTimeout(timer);
  /** A long touch is ours there, not the browser's. */
  function menu(event: Event): void {
    if (
      event instanceof PointerEvent &&
      event.pointerType === 'touch' &&
      event.target instanceof Element &&
      event.target.closest('[data-help]')
    )
      event.preventDefault();
  }

  const ears = [
    ['keydown', key],
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', up],
    ['contextmenu', menu],
  ] as const;
  for (const [name, ear] of ears) window.addEventListener(name, ear as EventListener, true);
  return () => {
    clearTimeout(timer);
    for (const [name, ear] of ears) window.removeEventListener(name, ear as EventListener, true);
  };
}

/** The pieces on the table just now, each once. */
export function piecesInSight(): string[] {
  const all = [...document.querySelectorAll<HTMLElement | SVGElement>('main [data-help]')].filter((one) =>
    one.checkVisibility(),
  );
  return [...new Set(all.flatMap((one) => one.dataset['help'] ?? []))];
}

function pieceAt(element: Element | null): string | null {
  if (element === null || element === document.body) return null;
  const piece =
    element.closest<HTMLElement | SVGElement>('[data-help]') ??
    (element.matches('button, [role=gridcell]')
      ? element.querySelector<HTMLElement | SVGElement>('[data-help]')
      : null);
  return piece?.dataset['help'] ?? null;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio], [type=checkbox], [type=range]), textarea, [contenteditable]')
  );
}

function isCovered(): boolean {
  return document.querySelector('dialog:modal') !== null;
}

/** The finger that asked goes up again: that is no tap. */
function swallow(): void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('click', stop, true);
  window.addEventListener('pointerup', () => setTimeout(() => window.removeEventListener('click', stop, true), 50), {
    capture: true,
    once: true,
  });
}
