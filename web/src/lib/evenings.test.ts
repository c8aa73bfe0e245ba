import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  countEvenings,
  dayOf,
  deleteEvening,
  findEvenings,
  mayDelete,
  noteEvening,
  seenHere,
  takeHome,
} from './evenings';
import type { Evening } from './pages';
import { remember } from './keep';

beforeEach(() => localStorage.clear());

const EVENING: Evening = {
  record: 'r1',
  game: 'pierres',
  title: 'Pierres',
  finished: 0,
  minutes: 20,
  together: false,
  deletable: false,
  people: [],
};

/** The house: what it was asked, and its answers in order. */
function house(...answers: Response[]) {
  const asked: { path: string; method: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    asked.push({ path, method, body: JSON.parse(body) as Record<string, unknown> });
    return Promise.resolve(answers.shift() ?? Response.error());
  });
  return asked;
}

describe('the games this device saw to the end', () => {
  test('are noted once each', () => {
    noteEvening('r1', 'MIEL', [0]);
    noteEvening('r2', 'ROSE', []);
    noteEvening('r1', 'MIEL', [0]);
    expect(seenHere()).toEqual([
      { record: 'r1', code: 'MIEL', seats: [0] },
      { record: 'r2', code: 'ROSE', seats: [] },
    ]);
  });

  test('know the seats that were held here last', () => {
    noteEvening('r1', 'MIEL', []);
    noteEvening('r1', 'MIEL', [0, 2]);
    expect(seenHere()).toEqual([{ record: 'r1', code: 'MIEL', seats: [0, 2] }]);
  });

  test('are two thousand at most, and the oldest go', () => {
    remember(
      'evenings',
      Array.from({ length: 2000 }, (_, i) => ({ record: `r${i}`, code: 'MIEL', seats: [] })),
    );
    noteEvening('new', 'MIEL', []);
    expect(seenHere()).toHaveLength(2000);
    expect([seenHere()[0]?.record, seenHere().at(-1)?.record]).toEqual(['r1', 'new']);
  });
});

test('an evening goes on until five in the morning', () => {
  const day = (...when: [number, number, number, number, number]): string =>
    dayOf(new Date(...when).getTime() / 1000).toDateString();
  const saturday = new Date(2026, 2, 7).toDateString();
  expect(day(2026, 2, 7, 21, 0)).toBe(saturday);
  expect(day(2026, 2, 8, 4, 59)).toBe(saturday);
  expect(day(2026, 2, 8, 5, 0)).not.toBe(saturday);
  expect(dayOf(new Date(2026, 2, 7, 21).getTime() / 1000).getTime()).toBe(new Date(2026, 2, 7).getTime());
});

describe('looking for evenings', () => {
  const wish = { text: 'Zoé', game: null, day: '', page: 0 };

  test('asks for all there is', async () => {
    noteEvening('r1', 'MIEL', [0]);
    const asked = house(Response.json({ all: true, count: 7 }));
    await expect(findEvenings(wish, 'fr')).resolves.toMatchObject({ count: 7 });
    expect(asked).toEqual([
      {
        path: '/api/evenings?lang=fr',
        method: 'POST',
        body: { records: null, seats: { r1: [0] }, text: 'Zoé', game: null, page: 0 },
      },
    ]);
  });

  test('where the house does not show that, asks for what this device can name', async () => {
    noteEvening('r1', 'MIEL', [0]);
    const asked = house(Response.json({ all: false, count: 0 }), Response.json({ all: false, count: 1 }));
    await expect(findEvenings(wish, 'en')).resolves.toMatchObject({ count: 1 });
    expect(asked.map(({ body }) => body['records'])).toEqual([null, ['r1']]);
  });

  test('of one day asks from five to five', async () => {
    const asked = house(Response.json({ all: true }));
    await findEvenings({ ...wish, day: '2026-03-07' }, 'fr');
    expect(asked[0]?.body).toMatchObject({
      since: new Date(2026, 2, 7, 5).getTime() / 1000,
      until: new Date(2026, 2, 8, 5).getTime() / 1000,
    });
  });

  test('fails aloud', async () => {
    house(new Response('', { status: 500, statusText: 'broken' }));
    await expect(countEvenings(true, 'fr')).rejects.toThrow('broken');
  });
});

describe('all evenings in one file', () => {
  /** What was downloaded: under which name, and whether its address is still good. */
  async function download(headers: Record<string, string>) {
    vi.useFakeTimers();
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:it');
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    house(new Response('PK', { headers }));
    await takeHome(true);
    expect(revoke).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(revoke).toHaveBeenCalledWith('blob:it');
    vi.useRealTimers();
    return names;
  }

  test.each([
    [{ 'content-disposition': 'attachment; filename="soirees.zip"' }, 'soirees.zip'],
    [{}, 'tablee.zip'],
  ])('is called as the house calls it, or after the house: %j', async (headers, name) => {
    expect(await download(headers as Record<string, string>)).toEqual([name]);
  });
});

describe('deleting an evening', () => {
  test('is for those who held a key there, or where the house allows it to all', () => {
    expect(mayDelete(EVENING)).toBe(false);
    expect(mayDelete({ ...EVENING, deletable: true })).toBe(true);
    noteEvening('r1', 'MIEL', [0]);
    expect(mayDelete(EVENING)).toBe(false);
    remember('keys.MIEL', ['k']);
    expect(mayDelete(EVENING)).toBe(true);
    expect(mayDelete({ ...EVENING, record: 'r2' })).toBe(false);
  });

  test('shows the keys of that table, and forgets the game', async () => {
    noteEvening('r1', 'MIEL', [0]);
    remember('keys.MIEL', ['k']);
    const asked = house(new Response('{}'));
    await expect(deleteEvening('r1', 'fr')).resolves.toBeNull();
    expect(asked).toEqual([{ path: '/api/records/r1?lang=fr', method: 'DELETE', body: { keys: ['k'] } }]);
    expect(seenHere()).toEqual([]);
  });

  test('forgets also what the house has forgotten already', async () => {
    noteEvening('r1', 'MIEL', [0]);
    house(new Response('{}', { status: 404 }));
    await expect(deleteEvening('r1', 'fr')).resolves.toBeNull();
    expect(seenHere()).toEqual([]);
  });

  test('tells why the house does not want to, and forgets nothing', async () => {
    noteEvening('r1', 'MIEL', [0]);
    house(Response.json({ text: 'Pas à vous.' }, { status: 403 }));
    await expect(deleteEvening('r1', 'fr')).resolves.toBe('Pas à vous.');
    expect(seenHere()).toHaveLength(1);
  });
});
