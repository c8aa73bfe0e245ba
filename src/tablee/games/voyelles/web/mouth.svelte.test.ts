import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { me } from '$lib/me.svelte';
import { ask, frame } from '$lib/testing/things';
import { Mouth } from './mouth.svelte';
import type { VoyellesAction, VoyellesBoard, VoyellesFrame, VoyellesProps } from './types';

let played: [VoyellesAction, string | undefined, object | undefined][];
let trembled: number;
let announced: string[];
let refusal: { code: string; facts: object; text: string } | null;
let props: VoyellesProps;
let mouth: Mouth;

beforeEach(() => {
  vi.useFakeTimers();
  played = [];
  announced = [];
  refusal = null;
  me.volume = 0;
  trembled = 0;
  Object.assign(navigator, { vibrate: () => (trembled += 1) });
  mouth = new Mouth(() => props);
  mouth.field = document.body.appendChild(document.createElement('input'));
  asked('mic');
});

afterEach(() => {
  vi.useRealTimers();
  mouth.field?.remove();
});

/** This is asked of seat 0 now. */
function asked(kind: string, parts: { round?: number; said?: string; busy?: boolean; still?: boolean } = {}): void {
  const { round = 1, said, busy = false, still = false } = parts;
  const board = { round, said: said === undefined ? null : { word: said } } as unknown as VoyellesBoard;
  props = {
    frame: frame<VoyellesFrame>(0, { board }),
    ask: kind === '' ? null : ask('a1', { kind, seats: [0] }),
    busy,
    still,
    play: (action: VoyellesAction, to?: string, how?: object) => {
      played.push([action, to, how]);
      return Promise.resolve(refusal);
    },
    announce: (text: string) => void announced.push(text),
  } as unknown as VoyellesProps;
  mouth.follow();
}

const isAtHand = (): boolean => document.activeElement === mouth.field;

describe('the microphone', () => {
  test('is grabbed, and the keyboard comes up with the same tap', () => {
    mouth.grab();
    expect(played).toEqual([[{ type: 'Grab' }, 'a1', undefined]]);
    expect(isAtHand()).toBe(true);
  });

  test('is not grabbed twice, nor in a pause; but a busy hand keeps its keyboard', () => {
    asked('mic', { busy: true });
    mouth.grab();
    expect([played, isAtHand()]).toEqual([[], true]);
    mouth.field?.blur();
    asked('mic', { still: true });
    mouth.grab();
    mouth.pass();
    expect([played, isAtHand()]).toEqual([[], false]);
  });

  test('is felt by who gets it, once', () => {
    vi.advanceTimersByTime(1_000);
    asked('speak');
    asked('speak');
    expect(trembled).toBe(1);
  });

  test('is passed on', () => {
    mouth.pass();
    expect(played).toEqual([[{ type: 'Pass' }, 'a1', undefined]]);
  });
});

describe('a word', () => {
  test('is said as it is meant, and a refusal stands beside the field', async () => {
    asked('speak');
    mouth.word = '  Placer ';
    refusal = { code: 'one_word', facts: {}, text: 'Un seul mot.' };
    await mouth.say();
    expect(played).toEqual([[{ type: 'Say', word: 'placer' }, 'a1', { quiet: true }]]);
    expect([mouth.refused, announced, isAtHand()]).toEqual(['Un seul mot.', ['Un seul mot.'], true]);
    expect(mouth.word).toBe('  Placer ');
    refusal = null;
    await mouth.say();
    expect(mouth.refused).toBe('');
  });

  test('is not said while another is on its way', async () => {
    asked('speak', { busy: true });
    await mouth.say();
    expect(played).toEqual([]);
  });

  test('Enter grabs the microphone, and with it says the word', () => {
    mouth.word = 'placer';
    mouth.send();
    asked('speak');
    mouth.send();
    expect(played.map(([action]) => action)).toEqual([{ type: 'Grab' }, { type: 'Say', word: 'placer' }]);
  });

  test('drafted while one looks for it, and while another speaks, is there when one has the microphone', () => {
    mouth.word = 'placer';
    asked('');
    asked('speak');
    expect(mouth.word).toBe('placer');
  });

  test('that was judged is gone, and so is one of an earlier round', () => {
    asked('speak');
    mouth.word = 'placer';
    asked('');
    expect(mouth.word).toBe('');
    asked('mic');
    mouth.word = 'lacer';
    asked('mic', { round: 2 });
    expect(mouth.word).toBe('');
  });

  test('that may be mended stays', () => {
    asked('speak');
    mouth.word = 'placet';
    asked('again', { said: 'placet' });
    expect(mouth.word).toBe('placet');
    expect(isAtHand()).toBe(true);
  });

  test('of somebody who comes back in the middle of mending it is there too', () => {
    asked('again', { said: 'placet' });
    expect(mouth.word).toBe('placet');
    mouth.word = '';
    asked('again', { said: 'placet' });
    expect(mouth.word).toBe('');
  });
});
