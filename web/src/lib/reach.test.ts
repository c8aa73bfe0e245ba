import { afterEach, expect, test, vi } from 'vitest';
import { isReachable } from './reach';

afterEach(() => vi.unstubAllGlobals());

const answers = (status: number, text: string): void =>
  void vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(text, { status })));

test.each([
  ['is there', 200, 'ok\n', true],
  ['is about to leave', 503, 'leaving: this node is about to close, its tables go on at the others\n', true],
  ['waits for its data base', 503, 'waiting: this node does not reach its data base\n', true],
  ['is not behind its proxy', 502, '<html>Bad Gateway</html>', false],
  ['is one of none that are ready', 503, '<html>Service Unavailable</html>', false],
])('a house that %s', async (_, status, text, isThere) => {
  answers(status, text);
  expect(await isReachable()).toBe(isThere);
});

test('no house at all', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')));
  expect(await isReachable()).toBe(false);
});
