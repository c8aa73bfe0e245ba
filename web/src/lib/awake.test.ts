import { beforeEach, expect, test, vi } from 'vitest';
import { stayAwake } from './awake';
import { settled } from './testing/house';

/** The lights that were asked for, oldest first. */
let lights: { released: boolean; release: () => Promise<void> }[];
let hidden: boolean;
let allowed: boolean;

beforeEach(() => {
  lights = [];
  hidden = false;
  allowed = true;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.stubGlobal('navigator', {
    wakeLock: {
      request: async () => {
        if (!allowed) throw new DOMException('battery', 'NotAllowedError');
        const light = { released: false, release: () => Promise.resolve(void (light.released = true)) };
        lights.push(light);
        return Promise.resolve(light);
      },
    },
  });
});

const burning = (): number => lights.filter((light) => !light.released).length;

async function show(isHidden: boolean): Promise<void> {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
}

test('the screen stays lit until nobody looks any more', async () => {
  const stop = stayAwake();
  await settled();
  expect(burning()).toBe(1);
  stop();
  expect(burning()).toBe(0);
});

test('a page that was hidden has lost it, and asks again; one that was not does not', async () => {
  const stop = stayAwake();
  await settled();
  await show(false);
  expect(lights).toHaveLength(1);
  await lights[0]?.release();
  await show(true);
  expect(lights).toHaveLength(1);
  await show(false);
  expect(burning()).toBe(1);
  stop();
  await show(false);
  expect(lights).toHaveLength(2);
});

test('given too late, it is given back', async () => {
  const stop = stayAwake();
  stop();
  await settled();
  expect([lights.length, burning()]).toEqual([1, 0]);
});

test('a device that refuses knows better', async () => {
  allowed = false;
  const stop = stayAwake();
  await settled();
  expect(lights).toEqual([]);
  stop();
});

test('a browser that cannot do it lets it sleep', async () => {
  vi.stubGlobal('navigator', {});
  const stop = stayAwake();
  await settled();
  stop();
  expect(lights).toEqual([]);
});
