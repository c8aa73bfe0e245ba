import { beforeEach, expect, test, vi } from 'vitest';

/** What the browser says about its window, by the beginning of the question. */
let fits: Record<'wall' | 'tablet', boolean>;
let ears: (() => void)[];

beforeEach(() => {
  ears = [];
  vi.resetModules();
  vi.stubGlobal('matchMedia', (question: string) => ({
    get matches() {
      return fits[question.includes('aspect-ratio') ? 'wall' : 'tablet'];
    },
    addEventListener: (_: string, ear: () => void) => ears.push(ear),
  }));
  window.matchMedia = matchMedia;
});

async function opened(wall: boolean, tablet: boolean) {
  fits = { wall, tablet };
  return (await import('./media.svelte')).media;
}

test.each([
  [true, true, 'tv', true],
  [false, true, 'tablet', false],
  [false, false, 'phone', false],
])('wall %s, tablet %s: it is a %s', async (wall, tablet, screen, isWide) => {
  const media = await opened(wall, tablet);
  expect([media.screen, media.wide]).toEqual([screen, isWide]);
  expect(document.documentElement.dataset['screen']).toBe(screen);
});

test('a window that is drawn larger becomes another screen', async () => {
  const media = await opened(false, false);
  fits.tablet = true;
  for (const ear of ears) ear();
  expect([media.screen, document.documentElement.dataset['screen']]).toEqual(['tablet', 'tablet']);
});
