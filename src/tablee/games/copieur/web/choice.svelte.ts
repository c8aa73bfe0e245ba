/** Which slate the Copier thinks of: marked first, exchanged second. */
import type { Place } from './classroom';

export class Choice {
  marked = $state<Place | null>(null);
  /** Places that can be marked now. */
  open = $state.raw<Place[]>([]);

  mark(place: Place): void {
    this.marked = place;
  }

  /** For a corner, where a mark can be taken back. */
  toggle(place: Place): void {
    this.marked = this.marked === place ? null : place;
  }

  /** Another question is asked. */
  offer(open: Place[]): void {
    this.open = open;
    if (this.marked !== null && !open.includes(this.marked)) this.marked = null;
  }
}
