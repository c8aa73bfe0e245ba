import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepFooting } from './footing';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.body.innerHTML = `
    <main>
      <h1 class="sr">Table</h1>
      <div class="game"><h2 id="board">Le plateau</h2></div>
      <div class="game"><h2 id="seat">À vous</h2><button id="one">1</button><button id="two">2</button></div>
    </main>`;
  stop = keepFooting();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const at = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const focused = (): string => document.activeElement?.id ?? '';

/** What the page has just changed has been seen. */
async function changed(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(40);
}

describe('whatever had the focus and is gone', () => {
  test('leaves it to the sentence that says what to do now: the last title', async () => {
    at('one').focus();
    at('one').remove();
    await changed();
    expect(focused()).toBe('seat');
    expect(at('seat').tabIndex).toBe(-1);
  });

  test('not before others, who know better, had a moment for it', async () => {
    at('one').focus();
    at('one').remove();
    await new Promise<void>((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(39);
    at('two').focus();
    vi.advanceTimersByTime(1);
    expect(focused()).toBe('two');
  });

  test('nor where nothing was lost', async () => {
    at('one').focus();
    at('two').remove();
    await changed();
    expect(focused()).toBe('one');
  });

  test('nor where nobody had the focus', async () => {
    at('one').remove();
    await changed();
    expect(focused()).toBe('');
  });

  test('in a page without a game to its own title', async () => {
    document.body.innerHTML = '<main><h1 class="sr">a</h1><h1 id="title">b</h1><button id="one"></button></main>';
    at('one').focus();
    at('one').remove();
    await changed();
    expect(focused()).toBe('title');
  });
});

test('only keys need to see where the focus went', () => {
  const marked = (): boolean => document.documentElement.hasAttribute('data-keys');
  document.dispatchEvent(new KeyboardEvent('keydown'));
  expect(marked()).toBe(true);
  document.dispatchEvent(new Event('pointerdown'));
  expect(marked()).toBe(false);
});

test('nobody keeps it any more', async () => {
  stop();
  at('one').focus();
  at('one').remove();
  await changed();
  expect(focused()).toBe('');
});
