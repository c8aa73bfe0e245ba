import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announcer } from './announcer.svelte';

let page: ReturnType<typeof announcer.listen>;

beforeEach(() => {
  vi.useFakeTimers();
  announcer.stays = null;
  page = announcer.listen();
});

afterEach(() => {
  announcer.leave(page);
  vi.useRealTimers();
});

test('what is said in the same moment is said together, so that none is swallowed', () => {
  announce('Un.');
  vi.advanceTimersByTime(30);
  announce('Deux.');
  expect(page.text).toBe('');
  vi.advanceTimersByTime(60);
  expect(page.text).toBe('Un. Deux.');
});

test('the next sentence replaces the last', () => {
  announce('Un.');
  vi.advanceTimersByTime(60);
  announce('Deux.');
  vi.advanceTimersByTime(60);
  expect(page.text).toBe('Deux.');
});

test('the same sentence twice is another text each time, or nobody would read it again', () => {
  const texts = [1, 2, 3].map(() => {
    announce('Encore.');
    vi.advanceTimersByTime(60);
    return page.text;
  });
  expect(texts[0]).toBe('Encore.');
  expect(texts[1]).not.toBe(texts[0]);
  expect(texts[2]).not.toBe(texts[1]);
  expect(texts.map((text) => text.replaceAll('\u200b', ''))).toEqual(['Encore.', 'Encore.', 'Encore.']);
});

test('it is said in what lies on top, and only there', () => {
  announce('Avant.');
  vi.advanceTimersByTime(60);
  const sheet = announcer.listen();
  expect([page.text, sheet.text]).toEqual(['Avant.', '']);
  announce('Dedans.');
  vi.advanceTimersByTime(60);
  expect([page.text, sheet.text]).toEqual(['', 'Dedans.']);
  announcer.leave(sheet);
  announce('Après.');
  vi.advanceTimersByTime(60);
  expect([page.text, sheet.text]).toEqual(['Après.', 'Dedans.']);
});

test('where forgetting is the game, nothing of it is left after a while', () => {
  announcer.stays = 6_000;
  announce('Un.');
  vi.advanceTimersByTime(60 + 5_999);
  expect(page.text).toBe('Un.');
  vi.advanceTimersByTime(1);
  expect(page.text).toBe('');
});

test('and that while begins anew with what is said next', () => {
  announcer.stays = 6_000;
  announce('Un.');
  vi.advanceTimersByTime(5_000);
  announce('Deux.');
  vi.advanceTimersByTime(5_000);
  expect(page.text).toBe('Deux.');
});

test('elsewhere the last sentence stays', () => {
  announce('Un.');
  vi.advanceTimersByTime(600_000);
  expect(page.text).toBe('Un.');
});

test('whoever leaves a table takes nothing along that was said there, or was about to be', () => {
  announcer.stays = 6_000;
  announce('Dit.');
  vi.advanceTimersByTime(60);
  announce('Presque dit.');
  announcer.forget();
  expect(page.text).toBe('');
  vi.advanceTimersByTime(60);
  expect(page.text).toBe('');
  announce('Ailleurs.');
  vi.advanceTimersByTime(600_000);
  expect(page.text).toBe('Ailleurs.');
});
