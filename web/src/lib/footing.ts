/** Whatever had the focus may be gone a moment later: a choice that was made, a card that was taken. Keyboard and screen
 * reader are then put back on the sentence that says what to do now, instead of at the very beginning of the page. */
export function keepFooting(): () => void {
  let last: HTMLElement | null = null;
  let frame = 0;

  function note(event: FocusEvent): void {
    if (event.target instanceof HTMLElement) last = event.target;
  }

  function isLost(): boolean {
    if (last === null || (document.activeElement !== null && document.activeElement !== document.body)) return false;
    return !last.isConnected || last.matches(':disabled') || !last.checkVisibility();
  }

  /** Whoever knows a better place has had the focus put there before the next picture. */
  function look(): void {
    if (frame !== 0 || !isLost()) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (!isLost()) return;
      const place = landing();
      if (place === null) return;
      if (place.tabIndex < 0) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    });
  }

  const eyes = new MutationObserver(look);
  eyes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'inert'] });
  document.addEventListener('focusin', note);
  return () => {
    eyes.disconnect();
    cancelAnimationFrame(frame);
    document.removeEventListener('focusin', note);
  };
}

/** The title of what lies on top; in a game the last one, which is that of the seat. */
function landing(): HTMLElement | null {
  const sheet = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (sheet) return sheet.querySelector<HTMLElement>('h2') ?? null;
  const titles = [...document.querySelectorAll<HTMLElement>('main .game h2')].filter((one) => one.checkVisibility());
  return titles.at(-1) ?? document.querySelector<HTMLElement>('main h1:not(.sr)') ?? document.querySelector<HTMLElement>('main h1');
}
