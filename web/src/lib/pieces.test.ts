import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { piecesInSight, watchPieces } from './pieces';

const asked: (string | null)[] = [];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  document.body.innerHTML = `
    <main>
      <button id="bag" data-help="bag"><svg><use href="#bag"></use></svg></button>
      <button id="cell"><i data-help="stone"></i></button>
      <div id="plain"><i data-help="inside"></i></div>
      <div class="race"><button id="fast" data-help="slap"></button></div>
      <input id="word" data-help="word"><input id="switch" type="checkbox" data-help="switch">
      <button id="second" data-help="bag"></button>
    </main>`;
  stop = watchPieces((piece) => asked.push(piece));
});

afterEach(() => {
  stop();
  vi.runAllTimers();
  vi.useRealTimers();
});

const at = (id: string): HTMLElement => document.getElementById(id) ?? document.body;

function finger(kind: string, id: string, parts: PointerEventInit = {}): PointerEvent {
  const event = new PointerEvent(kind, {
    bubbles: true,
    cancelable: true,
    isPrimary: true,
    button: 0,
    clientX: 100,
    clientY: 100,
    ...parts,
  });
  at(id).dispatchEvent(event);
  return event;
}

function key(id: string, parts: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: '?', bubbles: true, cancelable: true, ...parts });
  at(id).focus();
  at(id).dispatchEvent(event);
  return event;
}

describe('a finger', () => {
  test('that stays wants to know', () => {
    finger('pointerdown', 'bag');
    vi.advanceTimersByTime(549);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(asked).toEqual(['bag']);
  });

  test.each(['pointerup', 'pointercancel'])('that goes (%s) does not', (kind) => {
    finger('pointerdown', 'bag');
    vi.advanceTimersByTime(500);
    finger(kind, 'bag');
    vi.advanceTimersByTime(1_000);
    expect(asked).toEqual([]);
  });

  test('that wanders does not, but may shake', () => {
    finger('pointerdown', 'bag');
    finger('pointermove', 'bag', { clientX: 106, clientY: 108 });
    vi.advanceTimersByTime(550);
    expect(asked).toEqual(['bag']);
    finger('pointerdown', 'bag');
    finger('pointermove', 'bag', { clientX: 106, clientY: 109 });
    vi.advanceTimersByTime(550);
    expect(asked).toEqual(['bag']);
  });

  test.each<[string, string, PointerEventInit]>([
    ['in a race', 'fast', {}],
    ['on nothing that is explained', 'cell', {}],
    ['that is the second one', 'bag', { isPrimary: false }],
    ['of another button', 'bag', { button: 2 }],
  ])('%s does not', (_, id, parts) => {
    finger('pointerdown', id, parts);
    vi.advanceTimersByTime(1_000);
    expect(asked).toEqual([]);
  });

  test('that asked is no tap when it goes up; the next one is', () => {
    const taps: string[] = [];
    at('bag').addEventListener('click', () => taps.push('bag'));
    finger('pointerdown', 'bag');
    vi.advanceTimersByTime(550);
    finger('pointerup', 'bag');
    at('bag').click();
    expect(taps).toEqual([]);
    vi.advanceTimersByTime(50);
    at('bag').click();
    expect(taps).toEqual(['bag']);
  });

  test('that stays long opens no menu of the browser on a piece; a mouse may', () => {
    expect(finger('contextmenu', 'bag', { pointerType: 'touch' }).defaultPrevented).toBe(true);
    expect(finger('contextmenu', 'bag', { pointerType: 'mouse' }).defaultPrevented).toBe(false);
    expect(finger('contextmenu', 'plain', { pointerType: 'touch' }).defaultPrevented).toBe(false);
  });
});

describe('the key ?', () => {
  test.each([
    ['bag', 'bag'],
    ['cell', 'stone'],
    ['switch', 'switch'],
  ])('asks about what is under it: %s', (id, piece) => {
    expect(key(id).defaultPrevented).toBe(true);
    expect(asked).toEqual([piece]);
  });

  test('elsewhere asks about the moment', () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
    expect(asked).toEqual([null]);
  });

  test.each<[string, KeyboardEventInit]>([
    ['word', {}],
    ['bag', { ctrlKey: true }],
    ['bag', { metaKey: true }],
    ['bag', { key: 'a' }],
  ])('is for others in %s with %j', (id, parts) => {
    expect(key(id, parts).defaultPrevented).toBe(false);
    expect(asked).toEqual([]);
  });
});

test('nobody watches any more', () => {
  stop();
  key('bag');
  finger('pointerdown', 'bag');
  vi.advanceTimersByTime(1_000);
  expect(asked).toEqual([]);
});

test('each piece in sight is named once', () => {
  HTMLElement.prototype.checkVisibility ??= () => true;
  vi.spyOn(at('fast'), 'checkVisibility').mockReturnValue(false);
  expect(piecesInSight()).toEqual(['bag', 'stone', 'inside', 'word', 'switch']);
});
