import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { seenHere } from './evenings';
import { t } from './i18n.svelte';
import { recall } from './keep';
import { me } from './me.svelte';
import { keepKey, keysOf, TableStore } from './table.svelte';
import { House, settled, type Line } from './testing/house';
import { ask, caption, lobby, place, showing, table } from './testing/things';
import { toasts } from './toasts.svelte';
import type { Channel, Packs, Refusal, Table } from './wire';

const NO: Refusal = { code: 'not_now', facts: {}, text: 'Pas maintenant.' };

let house: House;
let store: TableStore;
let line: Line;

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  toasts.slips = [];
  Object.assign(me, { comfort: 100, volume: 0, tremor: false });
  house = new House();
  store = new TableStore('MIEL');
  line = await house.letsIn();
});

afterEach(() => {
  store.leave();
  vi.useRealTimers();
});

/** Zoé and Luc with a bot between them and a free place; these places are held here. */
function sit(mine: number[] = [], parts: Partial<Table> = {}): void {
  const places = [
    place(0, { name: 'Zoé', emblem: 'radis' }),
    place(1, { kind: 'free', name: '' }),
    place(2, { kind: 'bot', name: '' }),
    place(3, { name: 'Luc', emblem: 'poire', here: false }),
  ];
  line.tells(lobby(table(places, parts), mine));
}

describe('who sits where', () => {
  test('seats are the taken places, in order', () => {
    sit([3]);
    expect(store.people).toEqual([
      { seat: 0, name: 'Zoé', emblem: 'radis', bot: false, here: true, mine: false },
      { seat: 1, name: t('bot'), emblem: 'cafetiere', bot: true, here: true, mine: false },
      { seat: 2, name: 'Luc', emblem: 'poire', bot: false, here: false, mine: true },
    ]);
    expect(store.mySeats).toEqual([2]);
    expect(store.placeOf(2)?.place).toBe(3);
    expect(store.placeOf(3)).toBeUndefined();
  });

  test('somebody for whom a bot plays is shown as one', () => {
    line.tells(lobby(table([place(0, { stand_in: 'gravier' })])));
    expect(store.people[0]?.bot).toBe(true);
  });
});

describe('packs of the players’ own', () => {
  const told = (packs: Packs | null, pace: Table['pace'] = 'normal'): void =>
    line.tells(lobby(table([place(0)], { options: { mode: 'humeurs' }, pace }), [0], true, packs));

  test('stand among the options, and stay there when nothing more is said of them', () => {
    told({ pack: 'title = "Saisons"' });
    told(null, 'fast');
    expect(store.table?.pace).toBe('fast');
    expect(store.table?.options).toEqual({ mode: 'humeurs', pack: 'title = "Saisons"' });
    told({ pack: '' });
    expect(store.table?.options).toEqual({ mode: 'humeurs', pack: '' });
  });

  test('are forgotten with the table that had them', () => {
    told({ pack: 'title = "Saisons"' });
    told({});
    expect(store.table?.options).toEqual({ mode: 'humeurs' });
  });
});

describe('keys', () => {
  test('a seat taken is remembered, and shown to the house with the next greeting', async () => {
    const sitting = store.sit(0, 'Zoé', 'radis');
    await line.answers('sit', { place: 0, key: 'secret' });
    await sitting;
    expect(keysOf('MIEL')).toEqual(['secret']);
    line.breaks();
    vi.advanceTimersByTime(500);
    house.line.opens();
    expect(house.line.sent[0]).toMatchObject({ do: 'hello', table: 'MIEL', keys: ['secret'], screen: true });
  });

  test('each is kept once, and no more of them than the house reads', () => {
    for (let i = 0; i < 14; i++) keepKey('MIEL', `key ${i}`);
    keepKey('MIEL', 'key 13');
    expect(keysOf('MIEL')).toEqual(Array.from({ length: 12 }, (_, i) => `key ${i + 2}`));
    expect(keysOf('ROSE')).toEqual([]);
  });

  test.each(['removed', 'cleared'] as const)('%s: they open nothing any more', (code) => {
    keepKey('MIEL', 'a');
    line.tells({ tell: 'bye', code, text: '' });
    expect(keysOf('MIEL')).toEqual([]);
  });

  test('moved to another window, they are still good', () => {
    keepKey('MIEL', 'a');
    line.tells({ tell: 'bye', code: 'moved', text: '' });
    expect(keysOf('MIEL')).toEqual(['a']);
  });

  test('who wants more time asks for it on sitting down', async () => {
    me.comfort = 150;
    const sitting = store.sit(null, 'Zoé', 'radis');
    await line.answers('sit', { place: 3, key: 'k' });
    await sitting;
    expect(line.sent.at(-1)).toMatchObject({ do: 'comfort', place: 3, percent: 150 });
  });
});

describe('asking', () => {
  test('a refusal is shown as a slip', async () => {
    const asked = store.ask('start');
    await line.answers('start', NO);
    await expect(asked).resolves.toMatchObject({ ok: false });
    expect(toasts.slips.map(({ text, bad }) => [text, bad])).toEqual([['Pas maintenant.', true]]);
  });

  test('unless the caller says it in their own way', async () => {
    const asked = store.ask('start', {}, { quiet: true });
    await line.answers('start', NO);
    await asked;
    expect(toasts.slips).toEqual([]);
  });

  test('while an answer is on its way its seat is busy, and asks nothing twice', async () => {
    const played = store.play(0, 'a1', { type: 'Draw' });
    expect([...store.busy]).toEqual([0]);
    await expect(store.play(0, 'a1', { type: 'Draw' })).resolves.toBeNull();
    void store.play(1, 'a2', { type: 'Draw' });
    expect(line.asked).toEqual(['play', 'play']);
    expect([...store.busy]).toEqual([0, 1]);
    await line.answers('play');
    expect([...store.busy]).toEqual([0]);
    line.tells({ tell: 'answer', id: line.sent.find((one) => one.do === 'play')?.id ?? '', ok: false, refusal: NO });
    await expect(played).resolves.toEqual(NO);
    expect([...store.busy]).toEqual([]);
  });

  test('in a race the time it took goes along, elsewhere none', async () => {
    sit([0]);
    line.tells(showing(0, { asks: [ask('race', { race: true, seats: [0] }), ask('turn', { seats: [0] })] }));
    vi.advanceTimersToNextFrame();
    vi.advanceTimersByTime(240);
    void store.play(0, 'race', { type: 'Slap' });
    expect(line.sent.at(-1)).toMatchObject({ do: 'play', ask: 'race', reaction: 240 });
    await line.answers('play');
    void store.play(0, 'turn', { type: 'Draw' });
    expect(line.sent.at(-1)).toMatchObject({ do: 'play', ask: 'turn', reaction: null });
  });

  test('a slate is held up to the eye, and put down', () => {
    store.hold(0, true);
    expect([...store.held]).toEqual([0]);
    store.hold(1, true);
    store.hold(0, false);
    expect([...store.held]).toEqual([1]);
    expect(line.sent.filter((one) => one.do === 'hold')).toMatchObject([
      { seat: 0, held: true },
      { seat: 1, held: true },
      { seat: 0, held: false },
    ]);
  });
});

describe('what is shown', () => {
  test('is the newest frame of each seat, and of the shared screen', () => {
    line.tells(showing(0, { number: 1 }));
    line.tells(showing(null, { number: 2 }));
    line.tells(showing(0, { number: 3 }));
    expect([store.frame(0)?.number, store.frame(null)?.number, store.frame(1)]).toEqual([3, 2, null]);
  });

  test('is gone when the table is back in the lobby', () => {
    line.tells(showing(0));
    sit([], { phase: 'lobby' });
    expect(store.frame(0)).toBeNull();
  });

  test('table time runs at the speed the house says, and stands still at none', () => {
    line.tells(showing(0, { now: 5_000, speed: 2_000 }));
    vi.advanceTimersByTime(1_000);
    expect(store.now()).toBe(7_000);
    line.tells({ tell: 'clock', now: 7_100, speed: 0 });
    vi.advanceTimersByTime(1_000);
    expect(store.now()).toBe(7_100);
  });

  test('a race that is over is known by its ask', () => {
    line.tells(showing(0, { asks: [ask('r1', { race: true, seats: [0] }), ask('t', { seats: [0] })] }));
    expect(store.races).toEqual({});
    line.tells(showing(0, { asks: [ask('r1', { race: true, seats: [0] })] }));
    expect(store.races).toEqual({});
    line.tells(showing(0, { asks: [] }));
    expect(store.races).toEqual({ 0: 'r1' });
  });

  test('the view that was chosen is that of the next visit', () => {
    store.show('board');
    expect(new TableStore('MIEL').view).toBe('board');
    expect(new TableStore('ROSE').view).toBe('auto');
    store.show('auto');
    expect(recall('view.MIEL')).toBeNull();
  });

  test('a game that this device saw to its end is one of its evenings', () => {
    sit([0], { phase: 'over', record: 'r1' });
    sit([0], { phase: 'over', record: 'r1' });
    expect(seenHere()).toEqual([{ record: 'r1', code: 'MIEL', seats: [0] }]);
  });
});

describe('what is told', () => {
  const codes = (told: { code: string }[]): string[] => told.map((one) => one.code);

  test('is told to each viewer once', () => {
    line.tells(showing(0, { captions: [caption('a')] }));
    line.tells(showing(0, { captions: [caption('b')] }));
    line.tells(showing(null, { captions: [caption('c')] }));
    expect(codes(store.take(0))).toEqual(['a', 'b']);
    expect(codes(store.take(0))).toEqual([]);
    expect(codes(store.take(null))).toEqual(['c']);
  });

  test('to everybody is kept in a log, the last sixty of it', () => {
    line.tells(showing(0, { captions: [caption('mine')] }));
    for (let i = 0; i < 61; i++) line.tells(showing(null, { captions: [caption(String(i))] }));
    expect(codes(store.log)).toEqual(Array.from({ length: 60 }, (_, i) => String(i + 1)));
    expect(store.logged).toBe(61);
  });

  test('in an earlier game has never been', () => {
    sit([0]);
    line.tells(showing(null, { captions: [caption('a')] }));
    sit([0]);
    expect(codes(store.log)).toEqual(['a']);
    sit([0], { commitment: 'another' });
    expect([store.log, store.take(null)]).toEqual([[], []]);
  });

  test('where forgetting is the game is nowhere after its time', () => {
    line.tells(showing(0));
    line.tells(showing(null, { captions: [caption('early')] }));
    store.forgetAfter(6_000);
    vi.advanceTimersByTime(3_000);
    line.tells(showing(null, { captions: [caption('late')] }));
    const all = (): string[][] => [codes(store.log), codes(store.frame(null)?.captions ?? [])];
    expect(all()).toEqual([['early', 'late'], ['late']]);
    vi.advanceTimersByTime(3_000);
    expect(all()).toEqual([['late'], ['late']]);
    vi.advanceTimersByTime(3_000);
    expect(all()).toEqual([[], []]);
    expect(store.take(null)).toEqual([]);
    expect(store.logged).toBe(2);
  });
});

describe('talk', () => {
  const channel = (name: string, parts: Partial<Channel> = {}): Channel => ({
    name,
    may_read: true,
    may_write: 'text',
    lines: null,
    ...parts,
  });
  const hand = (seat: number, ...talk: Channel[]) => showing(seat, { hand: { seat, talk } });
  const say = (name: string, text: string): void =>
    line.tells({ tell: 'said', channel: name, seat: 1, name: 'Luc', text });

  test('is where the seat’s own hand says', () => {
    sit([0]);
    line.tells(hand(0, channel('table')));
    expect(store.talkOf(0)).toMatchObject([{ name: 'table' }]);
    expect(store.talkOf(2)).toEqual([]);
  });

  test('of which only one of several here may read comes up for nobody', () => {
    sit([0, 3]);
    line.tells(hand(0, channel('table'), channel('team')));
    line.tells(hand(2, channel('table'), channel('team', { may_read: false })));
    say('team', 'psst');
    expect(store.talk.fresh).toEqual([]);
    say('table', 'bonjour');
    expect(store.talk.fresh.map((one) => one.text)).toEqual(['bonjour']);
    expect(store.talk.lines.map((one) => one.text)).toEqual(['psst', 'bonjour']);
  });

  test('stays as long as the strictest of the seats here may keep it', () => {
    sit([0, 3]);
    line.tells(hand(0, channel('table')));
    line.tells(hand(2, channel('table', { lines: 1 })));
    say('table', 'un');
    say('table', 'deux');
    expect(store.talk.lines.map((one) => one.text)).toEqual(['deux']);
  });

  test('leaves nothing on a screen that nobody sits at', () => {
    sit([]);
    say('table', 'un');
    expect(store.talk.lines).toEqual([]);
    expect(store.talk.fresh).toHaveLength(1);
  });
});

describe('a place asked back', () => {
  async function reclaim(): Promise<void> {
    sit([]);
    const asked = store.reclaim(3);
    await line.answers('reclaim', { number: 42, key: 'old' });
    await asked;
  }
  const claimed = (claim: number | null, mine: number[] = []): void =>
    line.tells(lobby(table([place(0), place(1), place(2), place(3, { name: 'Luc', claim })]), mine));

  test('waits for somebody at the table to agree', async () => {
    await reclaim();
    expect(store.claim).toEqual({ name: 'Luc', number: 42, key: 'old' });
    expect(keysOf('MIEL')).toEqual(['old']);
    claimed(42);
    expect(store.claim).not.toBeNull();
  });

  test('is welcomed', async () => {
    await reclaim();
    claimed(42);
    claimed(null, [3]);
    expect(store.claim).toBeNull();
    expect(toasts.slips.map((slip) => slip.text)).toEqual([t('claim.welcome', { name: 'Luc' })]);
    expect(keysOf('MIEL')).toEqual(['old']);
  });

  test('greets once more before it believes that it was turned away', async () => {
    await reclaim();
    claimed(null);
    expect(line.sent.at(-1)).toMatchObject({ do: 'hello', keys: ['old'] });
    expect(store.claim).not.toBeNull();
    await line.answers('hello');
    claimed(null);
    expect(store.claim).toBeNull();
    expect(keysOf('MIEL')).toEqual([]);
    expect(toasts.slips.map(({ text, bad }) => [text, bad])).toEqual([[t('claim.turned_away', { name: 'Luc' }), true]]);
  });

  test('can be left', async () => {
    await reclaim();
    store.unclaim();
    expect(store.claim).toBeNull();
    expect(keysOf('MIEL')).toEqual([]);
  });

  test('that is refused is none', async () => {
    sit([]);
    const asked = store.reclaim(3);
    await line.answers('reclaim', NO);
    await asked;
    await settled();
    expect(store.claim).toBeNull();
  });
});

test('who has left hears nothing any more', () => {
  store.leave();
  expect(line.isLeft).toBe(true);
});
