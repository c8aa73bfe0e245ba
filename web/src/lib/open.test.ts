import { beforeEach, describe, expect, test } from 'vitest';
import { clubTables, keepClub, openForClub } from './club';
import { me } from './me.svelte';
import { leave, openTable, playAlone, storeFor } from './open';
import { keysOf } from './table.svelte';
import { House, settled } from './testing/house';
import type { Refusal } from './wire';

const FULL: Refusal = { code: 'house_full', facts: {}, text: 'La maison est pleine.' };

let house: House;

beforeEach(() => {
  localStorage.clear();
  house = new House();
  Object.assign(me, { name: 'Zoé', emblem: 'radis', volume: 0, tremor: false });
});

describe('a table is opened', () => {
  test('by who sits down at it; the key is kept, and the line goes', async () => {
    const opening = openTable('pierres', true);
    const line = await house.letsIn();
    expect(line.sent[0]).toMatchObject({ do: 'hello', table: null, keys: [] });
    expect(line.sent[1]).toMatchObject({ do: 'open', game: 'pierres', name: 'Zoé', emblem: 'radis' });
    await line.answers('open', { table: 'MIEL', key: 'k' });
    await expect(opening).resolves.toEqual({ code: 'MIEL' });
    expect([keysOf('MIEL'), line.isLeft]).toEqual([['k'], true]);
  });

  test('by a shared screen, at which nobody sits', async () => {
    void openTable('pierres', false);
    expect((await house.letsIn()).sent[1]).toMatchObject({ do: 'open', name: null, emblem: null });
  });

  test('for a club, of which no record keeps a name', async () => {
    const opening = openForClub('pierres');
    const line = await house.letsIn();
    expect(line.sent[1]).toMatchObject({ do: 'open', club: true, name: null });
    await line.answers('open', { table: 'MIEL', key: 'k' });
    await expect(opening).resolves.toBe('MIEL');
    expect(keysOf('MIEL')).toEqual(['k']);
  });

  test('or not, and it is said why', async () => {
    const [table, club] = [openTable('pierres', true), openForClub('pierres')];
    for (const line of house.lines) {
      line.opens();
      await line.answers('hello');
      await line.answers('open', FULL);
    }
    await expect(table).resolves.toEqual({ refusal: FULL });
    await expect(club).resolves.toEqual(FULL);
    expect(localStorage).toHaveLength(0);
  });
});

describe('alone with bots', () => {
  test('one sits down, they sit down, and it begins', async () => {
    const playing = playAlone('pierres', ['easy', 'hard']);
    const first = await house.letsIn();
    await first.answers('open', { table: 'MIEL', key: 'k' });
    await settled();
    const line = await house.letsIn();
    expect(line.sent[0]).toMatchObject({ do: 'hello', table: 'MIEL', keys: ['k'] });
    await line.answers('bot');
    await line.answers('bot');
    await line.answers('start');
    await expect(playing).resolves.toEqual({ code: 'MIEL' });
    expect(line.sent.slice(1).map((one) => [one.do, one['level']])).toEqual([
      ['bot', 'easy'],
      ['bot', 'hard'],
      ['start', undefined],
    ]);
    leave(storeFor('MIEL'));
  });

  test('it does not begin without the last of them', async () => {
    const playing = playAlone('pierres', ['hard']);
    await (await house.letsIn()).answers('open', { table: 'MIEL', key: 'k' });
    await settled();
    const line = await house.letsIn();
    await line.answers('bot', FULL);
    await playing;
    expect(line.asked).toEqual(['bot']);
    leave(storeFor('MIEL'));
  });
});

describe('the table one sits at', () => {
  test('is the same one until one goes to another', () => {
    const store = storeFor('MIEL');
    expect(storeFor('MIEL')).toBe(store);
    expect(storeFor('ROSE')).not.toBe(store);
    expect(house.lines.map((line) => line.isLeft)).toEqual([true, false]);
    leave(storeFor('ROSE'));
  });

  test('is left for good', () => {
    const store = storeFor('MIEL');
    leave(store);
    expect(house.line.isLeft).toBe(true);
    const again = storeFor('MIEL');
    expect(again).not.toBe(store);
    leave(again);
  });
});

test('the tables of a club are remembered, as long as there are any', () => {
  keepClub(['MIEL', 'ROSE']);
  expect(clubTables()).toEqual(['MIEL', 'ROSE']);
  keepClub([]);
  expect(clubTables()).toEqual([]);
  expect(localStorage).toHaveLength(0);
});
