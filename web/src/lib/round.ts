/** What all games ask of a table: how people sit round a screen, and what was told just now. */
import type { Seat } from './game';

/** How the seats are laid out on a screen: this one first, the others as they sit. */
export const roundFrom = (seat: Seat, seats: number): Seat[] =>
  Array.from({ length: seats }, (_, i) => (seat + i) % seats);

/** Was this told in this frame, and not long ago? */
export const justTold = <Code extends string>(
  frame: { snapshot: boolean; captions: readonly { code: Code }[] },
  code: NoInfer<Code>,
): boolean => !frame.snapshot && frame.captions.some((caption) => caption.code === code);
