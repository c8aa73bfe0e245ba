/** Where other devices reach this house: this page's own address may be this machine's name for itself. */
import type { Whereabouts } from './pages';

class Address {
  /** `null`: nobody else can come in; `undefined`: not known yet. */
  base = $state<string | null | undefined>(undefined);

  async look(code: string): Promise<void> {
    const answer = await fetch(`/api/tables/${encodeURIComponent(code)}`).catch(() => null);
    const told = answer?.ok ? ((await answer.json()) as Whereabouts) : null;
    if (told) this.base = told.address;
  }

  /** As one types it. */
  get typed(): string {
    return this.base ? this.base.replace(/^https?:\/\//, '') : '';
  }

  link(code: string): string {
    return `${this.base ?? location.origin}/t/${code}`;
  }
}

export const address = new Address();
