/** One person's word on its way: drafted, then said. It stays on this device until it is said. */
import { sound } from '$lib';
import type { VoyellesProps } from './types';

type Heard = Pick<VoyellesProps, 'frame' | 'seat' | 'ask' | 'busy' | 'still' | 'play' | 'announce'>;

export class Mouth {
  word = $state('');
  /** Why the last attempt was refused; no word was lost by it. */
  refused = $state('');
  field = $state<HTMLInputElement>();
  #props: () => Heard;
  #round = 0;
  #asked = '';

  constructor(props: () => Heard) {
    this.#props = props;
  }

  /** To be called in an effect: a new round is a clean sheet, and a word that was judged is gone. */
  follow(): void {
    const { frame, ask } = this.#props();
    const { round, said } = frame.board;
    const kind = ask?.kind ?? '';
    if (
      round !== this.#round ||
      ((this.#asked === 'speak' || this.#asked === 'again') && kind !== 'speak' && kind !== 'again')
    ) {
      this.word = '';
      this.refused = '';
    }
    if (kind === 'speak' && this.#asked === 'mic') sound('clunk');
    // Somebody who comes back in the middle of it mends the word that was said.
    if (kind === 'again' && this.#asked !== 'again') {
      this.word ||= said?.word ?? '';
      this.field?.focus();
    }
    this.#round = round;
    this.#asked = kind;
  }

  /** The keyboard comes up with the same tap: browsers give it to nothing else. */
  grab(): void {
    const { ask, busy, still, play } = this.#props();
    if (still) return;
    this.field?.focus();
    if (!busy) void play({ type: 'Grab' }, ask?.id);
  }

  pass(): void {
    const { ask, busy, still, play } = this.#props();
    if (!busy && !still) void play({ type: 'Pass' }, ask?.id);
  }

  async say(): Promise<void> {
    const { ask, busy, still, play, announce } = this.#props();
    if (busy || still) return;
    this.refused = '';
    // A slip over the cards would cost the seconds that are left: the sentence stands beside the field.
    const refusal = await play({ type: 'Say', word: this.word.trim().toLowerCase() }, ask?.id, { quiet: true });
    if (refusal === null) return;
    this.refused = refusal.text;
    announce(refusal.text);
    sound('refusal');
    this.field?.focus();
  }

  /** Enter. */
  send(): void {
    if (this.#props().ask?.kind === 'mic') this.grab();
    else void this.say();
  }
}
