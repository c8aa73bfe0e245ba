import { expect, test } from 'vitest';
import { justTold, roundFrom } from './round';

test('seats begin with one’s own', () => {
  expect(roundFrom(0, 3)).toEqual([0, 1, 2]);
  expect(roundFrom(2, 4)).toEqual([2, 3, 0, 1]);
});

test('what was told long ago was not told just now', () => {
  const captions = [{ code: 'took' }, { code: 'drew' }];
  expect([
    justTold({ snapshot: false, captions }, 'took'),
    justTold({ snapshot: false, captions }, 'kept'),
    justTold({ snapshot: true, captions }, 'took'),
  ]).toEqual([true, false, false]);
});
