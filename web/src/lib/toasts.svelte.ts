/** Slips of paper that come and go. */
import { announce } from './announcer.svelte';

export interface Slip {
  id: number;
  text: string;
  bad: boolean;
  icon: string;
  act?: { label: string; run: () => void };
}

class Toasts {
  slips = $state<Slip[]>([]);
  #next = 1;

  /** The slip's number, for who wants to withdraw it earlier. */
  show(
    text: string,
    {
      bad = false,
      icon = bad ? 'i-non' : 'i-oui',
      act,
      seconds = 6,
    }: { bad?: boolean; icon?: string; act?: Slip['act']; seconds?: number } = {},
  ): number {
    const slip: Slip = { id: this.#next++, text, bad, icon, ...(act ? { act } : {}) };
    this.slips = [...this.slips.filter((other) => other.text !== text), slip].slice(-3);
    announce(text);
    setTimeout(() => this.drop(slip.id), seconds * 1000);
    return slip.id;
  }

  drop(id: number): void {
    this.slips = this.slips.filter((slip) => slip.id !== id);
  }
}

export const toasts = new Toasts();
