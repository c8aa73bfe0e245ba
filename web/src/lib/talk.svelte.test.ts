import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { announcer } from './announcer.svelte';
import { t } from './i18n.svelte';
import { me } from './me.svelte';
import { EMOTES, emoteText, mayWrite, MOST, Talk } from './talk.svelte';
import type { Channel, Said } from './wire';

let talk: Talk;

beforeEach(() => {
  vi.useFakeTimers();
  me.bubbles = true;
  talk = new Talk();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const said = (text: string, parts: Partial<Said> = {}): Said => ({
  channel: 'table',
  seat: 0,
  name: 'Zoé',
  text,
  ...parts,
});
const lines = (): string[] => talk.lines.map((line) => line.text);
const bubbles = (): string[] => talk.fresh.map((line) => line.text);

describe('what is said', () => {
  test('comes up as a bubble and can be read again', () => {
    talk.hear(said('Bonjour'), true, MOST);
    expect([bubbles(), lines()]).toEqual([['Bonjour'], ['Bonjour']]);
  });

  test('is heard, with the name of who says it', () => {
    const ear = announcer.listen();
    talk.hear(said('Bonjour'), true, MOST);
    vi.advanceTimersByTime(60);
    expect(ear.text).toBe(t('talk.says', { name: 'Zoé', text: 'Bonjour' }));
    announcer.leave(ear);
  });

  test('is no bubble where one of several alone may read it, nor where nobody wants any', () => {
    talk.hear(said('secret'), false, MOST);
    me.bubbles = false;
    talk.hear(said('quiet'), true, MOST);
    expect([bubbles(), lines()]).toEqual([[], ['secret', 'quiet']]);
  });

  test('takes back from the air what the same person said before', () => {
    talk.hear(said('un'), true, MOST);
    talk.hear(said('deux', { seat: 1 }), true, MOST);
    talk.hear(said('trois'), true, MOST);
    expect(bubbles()).toEqual(['deux', 'trois']);
  });

  test('without words is read in the language of this person, or in the words of the game', () => {
    talk.hear({ channel: 'table', seat: 0, name: 'Zoé', emote: 'bravo' }, true, MOST);
    talk.phrase = (emote) => (emote === 'liar' ? 'Menteur !' : undefined);
    talk.hear({ channel: 'table', seat: 1, name: 'Luc', emote: 'liar' }, true, MOST);
    talk.hear({ channel: 'table', seat: 2, name: 'Odile', emote: 'unheard-of' }, true, MOST);
    expect(lines()).toEqual([t('talk.emote.bravo'), 'Menteur !', 'unheard-of']);
  });

  test('is forgotten when it is time', () => {
    talk.hear(said('un'), true, MOST);
    talk.forget();
    expect([bubbles(), lines()]).toEqual([[], []]);
  });
});

describe('a bubble stays', () => {
  test.each([
    [1, 4_555],
    [100, 10_000],
    [300, 14_000],
  ])('of %d letters, %d ms', (letters, stays) => {
    talk.hear(said('x'.repeat(letters)), true, MOST);
    vi.advanceTimersByTime(stays - 1);
    expect(bubbles()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(bubbles()).toHaveLength(0);
    expect(lines()).toHaveLength(1);
  });
});

describe('what can be read again', () => {
  test('are the last fifty lines', () => {
    for (let i = 0; i < 53; i++) talk.hear(said(String(i)), true, MOST);
    expect(lines()).toEqual(Array.from({ length: 50 }, (_, i) => String(i + 3)));
  });

  test('are fewer on a channel where forgetting is part of the game; the others keep theirs', () => {
    talk.hear(said('team 1', { channel: 'team' }), true, MOST);
    for (const text of ['a', 'b', 'c']) talk.hear(said(text), true, 2);
    talk.hear(said('team 2', { channel: 'team' }), true, MOST);
    expect(lines()).toEqual(['team 1', 'b', 'c', 'team 2']);
  });

  test('is nothing where nothing stays', () => {
    talk.hear(said('a'), true, 0);
    expect(lines()).toEqual([]);
    expect(bubbles()).toEqual(['a']);
  });
});

test('every emote has its words', () => {
  expect(EMOTES.map(emoteText)).not.toContainEqual(expect.stringMatching(/^[a-z]+$/));
});

test('one writes where one may, in words or in phrases', () => {
  const channel = (name: string, may_write: Channel['may_write']): Channel => ({
    name,
    may_read: true,
    may_write,
    lines: null,
  });
  const all = [channel('a', 'text'), channel('b', 'emote'), channel('c', 'none')];
  expect(mayWrite(all).map((one) => one.name)).toEqual(['a', 'b']);
});
