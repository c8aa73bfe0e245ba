import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reactions } from './reactions';
import { ask } from './testing/things';

let reactions: Reactions;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'requestAnimationFrame', 'cancelAnimationFrame'] });
  reactions = new Reactions();
});

afterEach(() => {
  reactions.close();
  vi.useRealTimers();
});

/** A finger, or a key, at this moment. */
function touch(kind: 'pointerdown' | 'keydown' = 'pointerdown', target: EventTarget = document.body): void {
  const event = new Event(kind, { bubbles: true });
  Object.defineProperty(event, 'timeStamp', { value: performance.now() });
  target.dispatchEvent(event);
}

const race = (id: string) => ask(id, { race: true, seats: [0] });

test('it is counted from the picture that shows the race, not from the message', () => {
  reactions.show([race('a')]);
  expect(reactions.since('a')).toBeNull();
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(300);
  expect(reactions.since('a')).toBe(300);
});

test('it is counted to the finger, not to when the page comes round to it', () => {
  reactions.show([race('a')]);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(220);
  touch();
  vi.advanceTimersByTime(70);
  expect(reactions.since('a')).toBe(220);
});

test('a key is a finger too, and nothing on the page keeps either to itself', () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.addEventListener('keydown', (event) => event.stopPropagation());
  reactions.show([race('a')]);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(180);
  touch('keydown', button);
  vi.advanceTimersByTime(50);
  expect(reactions.since('a')).toBe(180);
  button.remove();
});

test('a finger from before the picture was no answer to it', () => {
  touch();
  vi.advanceTimersByTime(100);
  reactions.show([race('a')]);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(40);
  expect(reactions.since('a')).toBe(40);
});

test('what is no race is not measured, nor what was never shown', () => {
  reactions.show([ask('slow', { seats: [0] })]);
  vi.advanceTimersToNextFrame();
  expect(reactions.since('slow')).toBeNull();
  expect(reactions.since('other')).toBeNull();
});

test('a race that is told again has not begun again', () => {
  reactions.show([race('a')]);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(200);
  reactions.show([race('a')]);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(50);
  expect(reactions.since('a')).toBeGreaterThan(250);
});

test('of many races only the last sixteen are remembered', () => {
  const ids = Array.from({ length: 17 }, (_, i) => `race ${i}`);
  for (const id of ids) {
    reactions.show([race(id)]);
    vi.advanceTimersToNextFrame();
  }
  expect(ids.filter((id) => reactions.since(id) === null)).toEqual(['race 0']);
});

test('closed, it hears no finger any more', () => {
  reactions.show([race('a')]);
  vi.advanceTimersToNextFrame();
  reactions.close();
  vi.advanceTimersByTime(100);
  touch();
  vi.advanceTimersByTime(100);
  expect(reactions.since('a')).toBe(200);
});
