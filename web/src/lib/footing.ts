/** Milliseconds. */
const MOMENT = 40;
const HANDS = ['pointerdown', 'keydown'] as const;

/** Whatever had the focus may be gone a moment later: a choice that was made, a card that was taken. Keyboard and screen
 * reader are then put back on the sentence that says what to do now, instead of at the very beginning of the page. */
export function keepFooting(): () => void {
  let last: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note(event: FocusEvent): void {
    if (event.target instanceof HTMLElement) last = event.target;
  }

  function isLost(): boolean {
    if (last === null || (document.activeElement !== null && document.activeElement !== document.body)) return false;
    return !last.isConnected || last.matches(':disabled') || !last.checkVisibility();
  }

  /** Whoever knows a better place has a moment to put the focus there. */
  function look(): void {
    if (timer !== undefined || !isLost()) return;
    timer = setTimeout(() => {
      timer = undefined;
      const place = isLost() ? landing() : null;
      if (place === null) return;
      if (place.tabIndex < 0) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    }, MOMENT);
  }

  /** A finger sees where it is; only keys need the mark that shows where the focus went. */
  function noteHand(event: Event): void {
    document.documentElement.toggleAttribute('data-keys', event.type === 'keydown');
  }

  const eyes = new MutationObserver(look);
  eyes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  document.addEventListener('focusin', note);
  for (const hand of HANDS) document.addEventListener(hand, noteHand, true);
  return () => {
    eyes.disconnect();
    clearTimeout(timer);
    document.removeEventListener('focusin', note);
    for (const hand of HANDS) document.removeEventListener(hand, noteHand, true);
  };
}

/** The title of what lies on top; in a game the last one, which is that of the seat. */
function landing(): HTMLElement | null {
  const sheet = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (sheet) return sheet.querySelector<HTMLElement>('h2') ?? null;
  const titles = [...document.querySelectorAll<HTMLElement>('main .game h2')].filter((one) => one.checkVisibility());
  return (
    titles.at(-1) ??
    document.querySelector<HTMLElement>('main h1:not(.sr)') ??
    document.querySelector<HTMLElement>('main h1')
  );
}
