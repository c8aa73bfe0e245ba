/** The needle of the set: what is left of the round. It stops dead while somebody has the microphone. */
import type { VoyellesFrame } from './types';
import { askNow } from './round';

export class Tuner {
  /** From 1 to 0. */
  left = $state(1);

  /** To be called in an effect. */
  follow(frame: VoyellesFrame, now: () => number, speed: number): (() => void) | undefined {
    const whole = frame.board.options.searching * 1000;
    const ask = askNow(frame);
    if (ask?.kind !== 'mic' || ask.until === null) {
      this.left = ask?.kind === 'turn' || ask === null ? 1 : frame.board.left / whole;
      return;
    }
    const end = ask.until;
    const look = (): void => {
      this.left = Math.min(1, Math.max(0, (end - now()) / whole));
    };
    look();
    if (speed === 0) return;
    const timer = setInterval(look, 200);
    return () => clearInterval(timer);
  }
}
