/** What somebody claims hangs in the air for a moment, beside their emblem; then it is gone. */
import type { Seat, Words } from '$lib/game';
import { askOf } from './classroom';
import type { CopieurCaption, CopieurFrame } from './types';

const STAYS = 4_000;

interface Said {
  seat: Seat;
  text: string;
}

export class Claims {
  now = $state.raw<Said[]>([]);
  #seen = -1;

  /** Call it in an effect. */
  watch(frame: CopieurFrame, words: Words): void {
    if (this.#seen === frame.number) return;
    this.#seen = frame.number;
    if (askOf(frame, 'claim') === null) this.now = [];
    for (const said of frame.captions.flatMap((caption) => saidIn(caption, words))) {
      // Who says something else takes the first words back from the air.
      this.now = [...this.now.filter(({ seat }) => seat !== said.seat), said];
      setTimeout(() => (this.now = this.now.filter((other) => other !== said)), STAYS);
    }
  }

  of(seat: Seat): string | null {
    return this.now.find((said) => said.seat === seat)?.text ?? null;
  }
}

const LABELS: Partial<Record<CopieurCaption['code'], string>> = {
  claimed: 'Claim',
  denied: 'Deny',
  hinted: 'Hint',
  hinted_centre: 'HintCentre',
};

function saidIn({ code, facts }: CopieurCaption, words: Words): Said[] {
  const label = LABELS[code];
  return label === undefined ? [] : [{ seat: Number(facts['seat']), text: words.label(`action.${label}`, facts) }];
}
