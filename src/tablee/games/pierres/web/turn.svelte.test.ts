import { beforeEach, describe, expect, test } from 'vitest';
import { pencilFor } from '$lib/pencil.svelte';
import { ask, frame } from '$lib/testing/things';
import { keys } from '$lib/testing/words';
import { Turn } from './turn.svelte';
import type { PierresAction, PierresBoard, PierresFrame, PierresProps } from './types';

const REFUSAL = { code: 'no_stone', facts: {}, text: 'Non.' };

let played: [PierresAction, string | undefined][];
let said: string[];
let refuses: boolean;
let props = $state.raw({} as PierresProps);
let turn: Turn;

beforeEach(() => {
  localStorage.clear();
  played = [];
  said = [];
  refuses = false;
  table([], []);
  turn = new Turn(() => props);
});

/** This is what seat 0 is shown: whom the table waits for, and the moves it may make. */
function table(awaited: number[], moves: PierresAction[], parts: Partial<PierresProps> = {}, id = 'a1'): void {
  const digits = Array<number>(81).fill(0);
  digits[0] = 5;
  const board = { digits, number: null, time_left: [] as number[] } as unknown as PierresBoard;
  props = {
    frame: frame<PierresFrame>(0, { board, asks: [ask(id, { kind: 'remove', seats: awaited })], moves }),
    words: keys,
    seat: 0,
    code: 'MIEL',
    moves,
    busy: false,
    still: false,
    pencil: pencilFor('MIEL', 0),
    announce: (text: string) => void said.push(text),
    play: (action: PierresAction, to?: string) => {
      played.push([action, to]);
      return Promise.resolve(refuses ? REFUSAL : null);
    },
    ...parts,
  } as unknown as PierresProps;
}

const REMOVES: PierresAction[] = [
  { type: 'Remove', cell: 40 },
  { type: 'Remove', cell: 41 },
];
const ANNOUNCES: PierresAction[] = [
  { type: 'Announce', digit: 4 },
  { type: 'Announce', digit: 6 },
];

function press(key: string, cell = turn.cursor, parts: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...parts });
  turn.press(event, cell);
  return event.defaultPrevented;
}

describe('lifting a stone', () => {
  beforeEach(() => table([0], REMOVES));

  test('is marked first and done second', async () => {
    turn.choose(40);
    expect([turn.marked, played]).toEqual([40, []]);
    await turn.confirm();
    expect(played).toEqual([[{ type: 'Remove', cell: 40 }, 'a1']]);
    expect(turn.marked).toBeNull();
  });

  test('the mark can move, and is told to the ear', () => {
    turn.choose(40);
    turn.choose(41);
    turn.choose(41);
    expect(turn.marked).toBe(41);
    expect(said).toEqual([
      'board.cell number=5 column="E". board.marked',
      'board.cell number=5 column="F". board.marked',
    ]);
  });

  test('a refusal keeps the mark', async () => {
    refuses = true;
    turn.choose(40);
    await turn.confirm();
    expect(turn.marked).toBe(40);
  });

  test('nothing is sent twice while an answer is on its way', async () => {
    turn.choose(40);
    table([0], REMOVES, { busy: true });
    await turn.confirm();
    expect(played).toEqual([]);
  });

  test('a stone that cannot be lifted is asked for all the same: the referee says why', () => {
    turn.choose(12);
    expect(played).toEqual([[{ type: 'Remove', cell: 12 }, 'a1']]);
    expect(turn.marked).toBeNull();
  });

  test('by keyboard: Enter marks, Enter again lifts, Escape takes the mark back', () => {
    expect(press('Enter', 40)).toBe(true);
    expect(turn.marked).toBe(40);
    press('Escape', 40);
    expect(turn.marked).toBeNull();
    press(' ', 40);
    press(' ', 40);
    expect(played).toEqual([[{ type: 'Remove', cell: 40 }, 'a1']]);
  });

  test('Enter on another stone marks that one', () => {
    press('Enter', 40);
    press('Enter', 41);
    expect([turn.marked, played]).toEqual([41, []]);
  });

  test('keys of the browser are left to it', () => {
    expect(press('Enter', 40, { ctrlKey: true })).toBe(false);
    expect(press('Tab', 40)).toBe(false);
    expect(turn.marked).toBeNull();
  });
});

describe('announcing a digit', () => {
  beforeEach(() => table([0], ANNOUNCES));

  test('is said first and meant second', async () => {
    turn.say(4);
    expect([turn.said, turn.wanted, played]).toEqual([4, 4, []]);
    await turn.confirm();
    expect(played).toEqual([[{ type: 'Announce', digit: 4 }, 'a1']]);
  });

  test('by keyboard the same digit twice', () => {
    press('6');
    press('6');
    expect(played).toEqual([[{ type: 'Announce', digit: 6 }, 'a1']]);
  });

  test('one that is gone is asked for, and the referee says why', () => {
    turn.say(9);
    expect([turn.said, played]).toEqual([null, [[{ type: 'Announce', digit: 9 }, 'a1']]]);
  });
});

test('drawing needs no mark', async () => {
  table([0], [{ type: 'Draw' }]);
  await turn.confirm();
  expect(played).toEqual([[{ type: 'Draw' }, 'a1']]);
});

describe('who is not asked', () => {
  test.each<[string, () => void]>([
    ['because it is somebody else’s turn', () => table([1], REMOVES)],
    ['because the game stands still', () => table([0], REMOVES, { still: true })],
    ['because they only watch', () => table([0], REMOVES, { seat: null })],
    ['because there is nothing to do', () => table([0], [])],
  ])('does nothing, %s', async (_, sit) => {
    sit();
    turn.choose(40);
    turn.say(4);
    await turn.confirm();
    expect([turn.ask, turn.marked, turn.choices, played]).toEqual([null, null, null, []]);
  });
});

describe('the pencil', () => {
  test('writes where the cursor is, and says so', () => {
    turn.choose(40);
    press('7');
    press('3');
    expect(turn.notes.of(40)).toEqual([3, 7]);
    expect(said.at(-1)).toBe('E5, board.notes 3 7');
    press('Delete', 40);
    expect(turn.notes.of(40)).toEqual([]);
  });

  test('writes on stones only', () => {
    turn.choose(0);
    press('7');
    expect(turn.notes.of(0)).toEqual([]);
  });

  test.each<[string, Partial<PierresProps>]>([
    ['of who only watches', { seat: null }],
    ['in a replay', { code: '' }],
  ])('stays in the drawer %s', (_, parts) => {
    table([1], [], parts);
    turn.choose(40);
    turn.note(7);
    expect([turn.canWrite, turn.notes.of(40)]).toEqual([false, []]);
  });

  test('in hand, digits are written and not announced, and stones are not lifted', () => {
    table([0], ANNOUNCES);
    turn.writing = true;
    press('4', 40);
    expect([turn.said, turn.notes.of(40)]).toEqual([null, [4]]);
    table([0], REMOVES);
    turn.choose(40);
    expect([turn.marked, turn.choices, turn.cursor]).toEqual([null, null, 40]);
  });

  test('is put away, once, by a question to this seat', () => {
    turn.writing = true;
    turn.follow();
    expect(turn.writing).toBe(true);
    table([0], REMOVES);
    turn.follow();
    expect(turn.writing).toBe(false);
    turn.writing = true;
    turn.follow();
    expect(turn.writing).toBe(true);
  });
});

describe('a tournament', () => {
  const spent = (time_left: number[], awaited: number[]): boolean => {
    table(awaited, []);
    Object.assign(props.frame.board, { time_left });
    return new Turn(() => props).isSpent;
  };

  test('is over for who has no time left', () => {
    expect(spent([0, 5_000], [1])).toBe(true);
    expect(spent([1, 5_000], [1])).toBe(false);
    expect(spent([0, 5_000], [0])).toBe(false);
    expect(spent([], [1])).toBe(false);
  });
});
