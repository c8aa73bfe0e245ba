/** Day, night, or as the device says. */
import { recall, remember } from './keep';

export type Theme = 'auto' | 'light' | 'dark';

class Light {
  theme = $state<Theme>('auto');

  constructor() {
    const kept = recall<string>('theme');
    if (kept === 'light' || kept === 'dark') this.theme = kept;
    this.#show();
  }

  choose(theme: Theme): void {
    this.theme = theme;
    remember('theme', theme);
    this.#show();
  }

  #show(): void {
    const root = document.documentElement;
    if (this.theme === 'auto') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
  }
}

export const light = new Light();
