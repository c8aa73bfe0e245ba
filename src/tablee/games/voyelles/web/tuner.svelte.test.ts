import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, frame } from '$lib/testing/things';
import { Tuner } from './tuner.svelte';
import type { VoyellesBoard, VoyellesFrame } from './types';

let now: number;
let tuner: Tuner;

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  tuner = new Tuner();
});

afterEach(() => void vi.useRealTimers());

/** A round of 60 s; of its clock so much was left when it last stood. */
const round = (kind: string, until: number | null = null, left = 15_000): VoyellesFrame =>
  frame<VoyellesFrame>(0, {
    board: { options: { searching: 60 }, left } as unknown as VoyellesBoard,
    asks: kind === '' ? [] : [ask('1', { kind, until })],
  });
const follow = (shown: VoyellesFrame, speed = 1000) => tuner.follow(shown, () => now, speed);

test('the needle runs with the round', () => {
  const stop = follow(round('mic', 60_000));
  expect(tuner.left).toBe(1);
  now = 45_000;
  vi.advanceTimersByTime(200);
  expect(tuner.left).toBe(0.25);
  now = 70_000;
  vi.advanceTimersByTime(200);
  expect(tuner.left).toBe(0);
  stop?.();
  expect(vi.getTimerCount()).toBe(0);
});

test('it stops dead while somebody has the microphone', () => {
  follow(round('speak'));
  expect([tuner.left, vi.getTimerCount()]).toEqual([0.25, 0]);
});

test('where no clock runs it stands too, and it never goes beyond the beginning', () => {
  follow(round('mic'));
  expect(tuner.left).toBe(0.25);
  follow(round('mic', 90_000));
  expect(tuner.left).toBe(1);
});

test('in a pause it stands where it is', () => {
  now = 30_000;
  follow(round('mic', 60_000), 0);
  expect([tuner.left, vi.getTimerCount()]).toEqual([0.5, 0]);
});

test('between rounds it is at the beginning', () => {
  for (const kind of ['turn', '']) {
    tuner.left = 0;
    follow(round(kind));
    expect(tuner.left).toBe(1);
  }
});
