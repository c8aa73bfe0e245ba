import { beforeEach, expect, test, vi } from 'vitest';
import { isEmblem } from './emblems';
import { remember } from './keep';

/** Who one is, when the page is opened anew. */
async function opened(): Promise<typeof import('./me.svelte').me> {
  vi.resetModules();
  return (await import('./me.svelte')).me;
}

beforeEach(() => localStorage.clear());

test('nobody known: no name, some emblem, half loud, and time as printed', async () => {
  const me = await opened();
  expect(me).toMatchObject({ name: '', comfort: 100, volume: 50, tremor: true, bubbles: true });
  expect(isEmblem(me.emblem)).toBe(true);
});

test('everything that was kept is there again', async () => {
  const me = await opened();
  Object.assign(me, { name: 'Zoé', emblem: 'radis', comfort: 200, volume: 0, tremor: false, bubbles: false });
  me.keep();
  expect(await opened()).toMatchObject({
    name: 'Zoé',
    emblem: 'radis',
    comfort: 200,
    volume: 0,
    tremor: false,
    bubbles: false,
  });
});

test('what cannot be is made to fit, or left', async () => {
  remember('me', { name: 'Zoé'.repeat(10), emblem: 'banane', comfort: 1000, volume: -5 });
  const me = await opened();
  expect(me).toMatchObject({ name: 'ZoéZoéZoéZoéZoéZoéZo', comfort: 300, volume: 0, tremor: true, bubbles: true });
  expect(isEmblem(me.emblem)).toBe(true);
  remember('me', { name: 7, comfort: 50, volume: 200 });
  expect(await opened()).toMatchObject({ name: '', comfort: 100, volume: 100 });
});
