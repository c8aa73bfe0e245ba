/** What kind of screen this is. One decision, which the style sheets read from `html[data-screen]`. */
export type Screen = 'phone' | 'tablet' | 'tv';

const WALL = window.matchMedia('(min-width: 1100px) and (min-aspect-ratio: 5/4)');
const TABLET = window.matchMedia('(min-width: 700px) and (min-height: 600px)');

class Media {
  screen = $state<Screen>('phone');

  constructor() {
    const look = (): void => {
      this.screen = WALL.matches ? 'tv' : TABLET.matches ? 'tablet' : 'phone';
      document.documentElement.dataset['screen'] = this.screen;
    };
    look();
    WALL.addEventListener('change', look);
    TABLET.addEventListener('change', look);
  }

  get wide(): boolean {
    return this.screen === 'tv';
  }
}

export const media = new Media();
