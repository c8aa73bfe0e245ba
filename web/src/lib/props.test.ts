import { createRawSnippet } from 'svelte';
import { expect, test, vi } from 'vitest';
import { propsOf, type Deeds, type Showing } from './props';
import { ask, frame } from './testing/things';
import { NO_WORDS, wordsOf } from './words';

const nothing = createRawSnippet(() => ({ render: () => '<i></i>' }));
const MOVE = { type: 'Draw' };
const ASKED = frame(1, { asks: [ask('a', { seats: [1], until: 9000 })], moves: [MOVE], now: 4000, speed: 1000 });

function showing(parts: Partial<Showing> = {}): Showing {
  return {
    frame: ASKED,
    seat: 1,
    words: wordsOf(NO_WORDS, 'fr', []),
    people: [],
    options: {},
    code: 'MIEL',
    title: 'Pierres',
    kinds: {},
    deeds: null,
    held: false,
    time: null,
    untimed: false,
    pencil: { read: () => undefined, write: () => undefined, clear: () => undefined },
    menu: nothing,
    strip: nothing,
    talk: nothing,
    ...parts,
  };
}

const deeds = (parts: Partial<Deeds> = {}): Deeds => ({ play: vi.fn(() => Promise.resolve(null)), ...parts });

test('who sits there is asked, and answers what is asked or what is named', async () => {
  const own = deeds();
  const props = propsOf(showing({ deeds: own }));
  expect(props.ask?.id).toBe('a');
  expect(props.moves).toEqual([MOVE]);
  expect(props.still).toBe(false);
  await props.play(MOVE);
  await props.play(MOVE, 'b', { quiet: true });
  expect(vi.mocked(own.play).mock.calls).toEqual([
    [MOVE, 'a', undefined],
    [MOVE, 'b', { quiet: true }],
  ]);
});

test('who only looks is asked nothing and changes nothing', async () => {
  const props = propsOf(showing());
  expect([props.ask, props.moves, props.say, props.receipt, props.busy]).toEqual([null, [], null, null, false]);
  expect(props.still).toBe(true);
  await expect(props.play(MOVE, 'a')).resolves.toBeNull();
});

test('an answer to nothing goes nowhere', async () => {
  const own = deeds();
  await propsOf(showing({ frame: frame(1), deeds: own })).play(MOVE);
  expect(own.play).not.toHaveBeenCalled();
});

test('a seat that is not asked is offered nothing', () => {
  expect(propsOf(showing({ seat: 0, deeds: deeds() })).moves).toEqual([]);
});

test('a game that is paused has its asks and stands still', () => {
  const props = propsOf(showing({ deeds: deeds({ still: true }) }));
  expect([props.still, props.ask?.id]).toEqual([true, 'a']);
});

test('where nobody is hurried no clock is shown, neither of the ask nor of the frame', () => {
  const props = propsOf(showing({ deeds: deeds(), untimed: true }));
  expect([props.ask?.until, props.frame.asks[0]?.until]).toEqual([null, null]);
  expect(props.ask).toBe(props.frame.asks[0]);
  expect(ASKED.asks[0]?.until, 'the frame itself stays as it was sent').toBe(9000);
});

test('time is that of the table, or stands still at the frame', () => {
  const running = propsOf(showing({ time: { now: () => 5000, speed: 500 } }));
  expect([running.now(), running.speed]).toEqual([5000, 500]);
  const still = propsOf(showing());
  expect([still.now(), still.speed]).toEqual([4000, 0]);
});
