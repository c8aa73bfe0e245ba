/** What a table asks of a seat. */
import type { Ask } from './wire';

/** The ask this seat should answer now, if any. Who is waited for comes first: an ask may also name a seat without wanting
 * anything of it, as a tournament's clock does. */
export function askOf(asks: readonly Ask[], seat: number | null): Ask | null {
  if (seat === null) return null;
  const mine = asks.filter((ask) => ask.seats.includes(seat));
  return mine.find((ask) => ask.awaited.includes(seat)) ?? mine[0] ?? null;
}
