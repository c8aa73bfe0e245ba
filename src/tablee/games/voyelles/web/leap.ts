/** The vowels of a good word jump out of it and onto the tracks of who said it. */
import { prefersReducedMotion } from 'svelte/motion';
import { fold } from './letters';

const FLIGHT = 380;
const BEAT = 45;
/** However long the word is, it is spelt in so many ms. */
const SPELLING = 600;

export function leap(root: HTMLElement | undefined, word: HTMLElement | undefined): void {
  if (!root || !word || prefersReducedMotion.current) return;
  const vowels = [...word.querySelectorAll<HTMLElement>('[data-vowel]')];
  const count = word.querySelectorAll('[data-letter]').length;
  const patience = Math.min(count * BEAT, SPELLING) + 120;
  const between = Math.min(BEAT, SPELLING / 2 / vowels.length);
  vowels.forEach((letter, at) => {
    for (const vowel of fold(letter.dataset['vowel'] ?? '')) {
      const pawn = root.querySelector<HTMLElement>(`[data-pawn="${vowel}"]`);
      if (pawn) fly(letter, pawn, patience + at * between);
    }
  });
}

function fly(from: HTMLElement, to: HTMLElement, delay: number): void {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  if (!start.width || !end.width) return;
  const token = to.cloneNode(true) as HTMLElement;
  token.removeAttribute('data-pawn');
  token.setAttribute('aria-hidden', 'true');
  token.classList.add('leaping');
  Object.assign(token.style, {
    position: 'fixed',
    left: `${start.x}px`,
    top: `${start.y}px`,
    margin: '0',
    translate: 'none',
    transition: 'none',
    zIndex: '20',
    opacity: '0',
    pointerEvents: 'none',
  });
  to.parentElement?.append(token);
  const [x, y] = [end.x - start.x, end.y - start.y];
  const flight = token.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${x * 0.55}px, ${Math.min(y * 0.55, 0) - 24}px) scale(1.15)`, opacity: 1, offset: 0.5 },
      { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
    ],
    { duration: FLIGHT, delay, easing: 'cubic-bezier(.45, .05, .3, 1)' },
  );
  const away = (): void => token.remove();
  flight.finished.then(away, away);
}
