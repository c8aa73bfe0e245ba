import { beforeEach, expect, test, vi } from 'vitest';
import { recall, remember } from './keep';

beforeEach(() => localStorage.clear());

test('what is remembered is recalled as it was', () => {
  remember('me', { name: 'Zoé', volume: 0, tremor: false });
  expect(recall('me')).toEqual({ name: 'Zoé', volume: 0, tremor: false });
  expect(localStorage.getItem('tablee.me')).not.toBeNull();
});

test('nothing remembered is nothing', () => {
  expect(recall('me')).toBeNull();
});

test('nothing forgets', () => {
  remember('me', 1);
  remember('me', undefined);
  expect(recall('me')).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('what somebody else has scribbled there is nothing', () => {
  localStorage.setItem('tablee.me', '{half');
  expect(recall('me')).toBeNull();
});

test('a browser that forbids it forgets, and says nothing', () => {
  const forbidden = (): never => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  remember('me', 1);
  remember('me', undefined);
  expect(recall('me')).toBeNull();
});
