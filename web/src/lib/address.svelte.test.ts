import { beforeEach, expect, test, vi } from 'vitest';
import { address } from './address.svelte';

beforeEach(() => {
  address.base = undefined;
});

const answers = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));

test('other devices reach the table where the house says', async () => {
  answers(() => Promise.resolve(Response.json({ address: 'http://192.168.1.7:8765' })));
  await address.look('MIEL');
  expect(fetch).toHaveBeenCalledWith('/api/tables/MIEL');
  expect(address.link('MIEL')).toBe('http://192.168.1.7:8765/t/MIEL');
  expect(address.typed).toBe('192.168.1.7:8765');
});

test('nobody else can come in where there is no such address', async () => {
  answers(() => Promise.resolve(Response.json({ address: null })));
  await address.look('MIEL');
  expect(address.base).toBeNull();
  expect(address.typed).toBe('');
});

test.each([() => Promise.resolve(new Response('', { status: 404 })), () => Promise.reject(new Error('no line'))])(
  'as long as the house does not say, it is that of this page',
  async (answer) => {
    answers(answer);
    await address.look('MIEL');
    expect(address.base).toBeUndefined();
    expect(address.link('MIEL')).toBe('http://house.test/t/MIEL');
  },
);
