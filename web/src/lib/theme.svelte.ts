/** Day, night, or as the device says. */
import { recall, remember } from './keep';

export type Theme = 'auto' | 'light' | 'dark';

/** `--nappe`, for the browser's own edge. */
const DAY = '#f3e8cf';
const NIGHT = '#221826';

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
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const isNight = this.theme === 'auto' ? meta.media.includes('dark') : this.theme === 'dark';
      meta.content = isNight ? NIGHT : DAY;
    }
  }
}

export const light = new Light();
