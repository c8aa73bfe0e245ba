import { beforeEach, expect, test, vi } from 'vitest';

const GAME = {
  id: 'pierres',
  options: [
    { name: 'minutes', numbers: { low: 1, high: 9 } },
    { name: 'grid', numbers: null },
  ],
};
const PLAIN = { id: 'plain', options: [{ name: 'first', numbers: null }] };

let answers: Record<string, () => Response>;
let fetched: string[];
let loadGames: typeof import('./games.svelte').loadGames;

beforeEach(async () => {
  fetched = [];
  answers = {
    '/api/games?lang=fr': () => Response.json([GAME, PLAIN]),
    '/api/words/pierres?lang=fr': () => Response.json({ labels: { 'option.minutes.number': '{number} min' } }),
  };
  vi.stubGlobal('fetch', (address: string) => {
    fetched.push(address);
    return Promise.resolve(answers[address]?.() ?? new Response('', { status: 503, statusText: 'closed' }));
  });
  vi.resetModules();
  ({ loadGames } = await import('./games.svelte'));
});

test('games are fetched once, and numbers read as the game’s own words say', async () => {
  const [games, same] = await Promise.all([loadGames('fr'), loadGames('fr')]);
  expect(same).toBe(games);
  expect(games.map(({ options }) => options.map(({ number_label }) => number_label))).toEqual([
    ['{number} min', null],
    [undefined],
  ]);
  expect(fetched).toEqual(['/api/games?lang=fr', '/api/words/pierres?lang=fr']);
});

test('without those words they are plain numbers', async () => {
  delete answers['/api/words/pierres?lang=fr'];
  expect((await loadGames('fr'))[0]?.options.map(({ number_label }) => number_label)).toEqual([null, null]);
});

test('a house that did not answer is asked again', async () => {
  const list = answers['/api/games?lang=fr'];
  delete answers['/api/games?lang=fr'];
  await expect(loadGames('fr')).rejects.toThrow('closed');
  if (list) answers['/api/games?lang=fr'] = list;
  await expect(loadGames('fr')).resolves.toHaveLength(2);
});
