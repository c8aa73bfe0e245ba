/** What makes a button say something, or, while nothing can be said, which rule forbids it. */
import { toasts } from '$lib';
import type { Words } from '$lib/game';

interface Sayable {
  'aria-disabled': 'true' | undefined;
  onclick: () => void;
}

export function sayable(still: boolean, words: Words, say: () => void): Sayable {
  return {
    'aria-disabled': still ? 'true' : undefined,
    onclick: () => (still ? toasts.show(words.label('screen.still'), { bad: true }) : say()),
  };
}
