import { flushSync } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { pencilFor } from './pencil.svelte';

beforeEach(() => localStorage.clear());

test('what was written is read, and rubbed out it is gone', () => {
  const pencil = pencilFor('MIEL', 0);
  expect(pencil.read('40')).toBeUndefined();
  pencil.write('40', [1, 5]);
  expect(pencil.read('40')).toEqual([1, 5]);
  pencil.write('40', undefined);
  expect(pencil.read('40')).toBeUndefined();
});

test('marks outlive the page', () => {
  pencilFor('MIEL', 0).write('40', [1, 5]);
  expect(pencilFor('MIEL', 0).read('40')).toEqual([1, 5]);
});

test('each seat of each table has a pencil of its own', () => {
  pencilFor('MIEL', 0).write('40', [1]);
  expect(pencilFor('MIEL', 1).read('40')).toBeUndefined();
  expect(pencilFor('MIEL', null).read('40')).toBeUndefined();
  expect(pencilFor('ROSE', 0).read('40')).toBeUndefined();
  pencilFor('MIEL', 1).write('40', [2]);
  expect(pencilFor('MIEL', 2).read('40')).toBeUndefined();
  expect(pencilFor('MIEL', 0).read('40')).toEqual([1]);
});

test('a clean sheet is clean, and leaves nothing on the device', () => {
  const pencil = pencilFor('MIEL', 0);
  pencil.write('40', [1]);
  pencil.write('41', [2]);
  pencil.clear();
  expect([pencil.read('40'), pencil.read('41')]).toEqual([undefined, undefined]);
  expect(localStorage).toHaveLength(0);
});

test('the last mark rubbed out leaves nothing on the device either', () => {
  const pencil = pencilFor('MIEL', 0);
  pencil.write('40', [1]);
  expect(localStorage).toHaveLength(1);
  pencil.write('40', undefined);
  expect(localStorage).toHaveLength(0);
});

test('a screen that shows a mark sees it change', () => {
  const pencil = pencilFor('MIEL', 0);
  const seen: unknown[] = [];
  const stop = $effect.root(() => {
    $effect(() => void seen.push(pencil.read('40')));
  });
  flushSync();
  pencil.write('40', 'a');
  flushSync();
  pencil.write('41', 'elsewhere');
  flushSync();
  pencil.clear();
  flushSync();
  stop();
  expect(seen).toEqual([undefined, 'a', undefined]);
});

test('a browser that keeps nothing still has a pencil', () => {
  const full = (): never => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full });
  const pencil = pencilFor('MIEL', 0);
  pencil.write('40', [1]);
  expect(pencil.read('40')).toEqual([1]);
});
