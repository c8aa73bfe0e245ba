/** What may be done now. A slate held up to the eye narrows the moves to what is right; the buttons do not jump about for
 *  that: they stay those of the same question with the slate down, and a wrong one is refused with a sentence. */
import type { CopieurAction, CopieurFrame } from './types';

export class Offers {
  #ask = '';
  #moves: CopieurAction[] = [];

  of(frame: CopieurFrame, moves: CopieurAction[]): CopieurAction[] {
    const ask = `${frame.asks.map(({ id }) => id).join()} ${frame.board.role ?? ''} ${frame.board.claims_left.join()} ${frame.board.slapped.length}`;
    if (frame.hand?.slate && this.#ask === ask) return this.#moves;
    if (frame.hand?.slate == null) {
      this.#ask = ask;
      this.#moves = moves;
    }
    return moves;
  }
}
