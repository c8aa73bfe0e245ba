import { beforeEach, expect, test, vi } from 'vitest';

const GAMES = [{ id: 'pierres' }, { id: 'plain' }];

let answers: Record<string, () => Response>;
let fetched: string[];
let loadGames: typeof import('./games.svelte').loadGames;

beforeEach(async () => {
  fetched = [];
  answers = {
    '/api/games?lang=fr': () => Response.json(GAMES),
  };
  vi.stubGlobal('fetch', (address: string) => {
    fetched.push(address);
    return Promise.resolve(answers[address]?.() ?? new Response('', { status: 503, statusText: 'closed' }));
  });
  vi.resetModules();
  ({ loadGames } = await import('./games.svelte'));
});

test('games are fetched once, and nothing with them', async () => {
  const [games, same] = await Promise.all([loadGames('fr'), loadGames('fr')]);
  expect(same).toBe(games);
  expect(games).toEqual(GAMES);
  expect(fetched).toEqual(['/api/games?lang=fr']);
});

test('a house that did not answer is asked again', async () => {
  const list = answers['/api/games?lang=fr'];
  delete answers['/api/games?lang=fr'];
  await expect(loadGames('fr')).rejects.toThrow('closed');
  if (list) answers['/api/games?lang=fr'] = list;
  await expect(loadGames('fr')).resolves.toHaveLength(2);
});
