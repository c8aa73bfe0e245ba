import { expect, test } from 'vitest';
import * as plain from '../plain/index';
import { loadScreens } from './screens';

test('a game without screens of its own is played on the plain ones', async () => {
  expect(await loadScreens('morpion')).toEqual({
    Board: plain.Board,
    Seat: plain.Seat,
    Table: plain.Table,
    Zone: null,
    Hand: null,
    sounds: {},
    stays: null,
  });
});

test('one with screens of its own is played on them', async () => {
  const screens = await loadScreens('copieur');
  expect([screens.Board, screens.Seat]).not.toContain(undefined);
  expect(Object.values(screens)).not.toContain(plain.Seat);
  expect(screens.Zone).not.toBeNull();
  expect(screens.sounds['over']).toBe('bell');
  expect(screens.stays).toBe(6_000);
});
