import { beforeEach, expect, test, vi } from 'vitest';
import { recall, remember } from './keep';

const DAY = '#f3e8cf';
const NIGHT = '#221826';

async function opened(): Promise<typeof import('./theme.svelte').light> {
  vi.resetModules();
  return (await import('./theme.svelte')).light;
}

const edges = (): string[] => [...document.querySelectorAll('meta')].map((meta) => meta.content);

beforeEach(() => {
  // This document does not know it.
  Object.defineProperty(HTMLMetaElement.prototype, 'media', {
    configurable: true,
    get(this: Element) {
      return this.getAttribute('media');
    },
  });
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
  document.head.innerHTML =
    '<meta name="theme-color" media="(prefers-color-scheme: light)"><meta name="theme-color" media="(prefers-color-scheme: dark)">';
});

test('at first as the device says', async () => {
  expect((await opened()).theme).toBe('auto');
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(edges()).toEqual([DAY, NIGHT]);
});

test('chosen, it is shown at once, at the edge of the browser too', async () => {
  const light = await opened();
  light.choose('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(edges()).toEqual([NIGHT, NIGHT]);
  light.choose('light');
  expect(document.documentElement.dataset['theme']).toBe('light');
  expect(edges()).toEqual([DAY, DAY]);
  light.choose('auto');
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(edges()).toEqual([DAY, NIGHT]);
});

test('and remembered', async () => {
  (await opened()).choose('dark');
  expect(recall('theme')).toBe('dark');
  delete document.documentElement.dataset['theme'];
  expect((await opened()).theme).toBe('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  remember('theme', 'purple');
  expect((await opened()).theme).toBe('auto');
});
