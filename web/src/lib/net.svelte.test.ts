import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { speech } from './i18n.svelte';
import { Net, type Answer } from './net.svelte';
import { House, settled } from './testing/house';
import { lobby, table } from './testing/things';
import type { Refusal, Tell } from './wire';

const UNKNOWN: Refusal = { code: 'no_such_table', facts: {}, text: 'Cette table n’existe pas.' };

let house: House;
let net: Net;
let keys: string[];
let told: Tell[];
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  // The middle of what chance may add to a pause, or take from it.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  hidden = false;
  house = new House();
  keys = ['mine'];
  told = [];
  net = new Net(
    () => ({ table: 'MIEL', keys, screen: true }),
    (tell) => told.push(tell),
  );
});

afterEach(() => {
  net.close();
  vi.useRealTimers();
});

/** The phone is taken out of the pocket. */
const wake = (): boolean => document.dispatchEvent(new Event('visibilitychange'));

/** What became of a promise, as far as it goes. */
function watch(asked: Promise<Answer>): { answer: Answer | null } {
  const seen: { answer: Answer | null } = { answer: null };
  void asked.then((answer) => (seen.answer = answer));
  return seen;
}

describe('a line is opened', () => {
  test('to the house the page came from, its table in the path', () => {
    net.connect();
    expect(house.line.address).toBe('ws://house.test/ws/MIEL');
    expect(net.link).toBe('opening');
  });

  test.each([
    [null, '/ws'],
    ['miel', '/ws/MIEL'],
    ['MI/EL', '/ws'],
    ['MIEL?', '/ws'],
    ['', '/ws'],
  ])('a path that is one, whatever somebody typed: %s', (table, path) => {
    const guest = new Net(
      () => ({ table, keys: [], screen: false }),
      () => undefined,
    );
    guest.connect();
    expect(house.line.address).toBe(`ws://house.test${path}`);
    guest.close();
  });

  test('with a greeting: which table, which keys, which language', async () => {
    net.connect();
    house.line.opens();
    expect(house.line.sent).toMatchObject([
      { do: 'hello', table: 'MIEL', keys: ['mine'], screen: true, language: speech.language },
    ]);
    expect(net.link).toBe('opening');
    await house.line.answers('hello');
    expect(net.link).toBe('open');
  });

  test('once, however often it is asked for', async () => {
    net.connect();
    net.connect();
    await house.letsIn();
    net.connect();
    expect(house.lines).toHaveLength(1);
  });

  test('and told again who we are, with the keys of now', async () => {
    net.connect();
    const line = await house.letsIn();
    keys = ['mine', 'new'];
    void net.attach();
    expect(line.sent.map((one) => one.do)).toEqual(['hello', 'hello']);
    expect(line.sent[1]).toMatchObject({ keys: ['mine', 'new'] });
    expect(line.sent[1]?.id).not.toBe(line.sent[0]?.id);
  });

  test('what the house tells is heard', async () => {
    net.connect();
    const line = await house.letsIn();
    line.tells(lobby(table([])));
    expect(told.map((tell) => tell.tell)).toEqual(['lobby']);
  });
});

describe('a question is answered', () => {
  test('with what the house says to it and to no other', async () => {
    net.connect();
    const line = await house.letsIn();
    const first = watch(net.command('start'));
    const second = watch(net.command('sit', { name: 'Zoé' }));
    await line.answers('sit', { place: 2 });
    expect(first.answer).toBeNull();
    expect(second.answer).toMatchObject({ ok: true, place: 2 });
    await line.answers('start');
    expect(first.answer).toMatchObject({ ok: true });
  });

  test('by a refusal too', async () => {
    net.connect();
    const line = await house.letsIn();
    const asked = watch(net.command('start'));
    await line.answers('start', { code: 'not_ready', facts: {}, text: 'Tout le monde n’est pas prêt.' });
    expect(asked.answer).toMatchObject({ ok: false, refusal: { code: 'not_ready' } });
  });

  test('it opens the line by itself, and waits until the house knows who asks', async () => {
    const asked = watch(net.command('start'));
    house.line.opens();
    expect(house.line.asked).toEqual([]);
    await house.line.answers('hello');
    expect(house.line.asked).toEqual(['start']);
    await house.line.answers('start');
    expect(asked.answer).toMatchObject({ ok: true });
  });
});

describe('a line that breaks', () => {
  test('is opened anew after a pause that grows, and ends at two and a half seconds', async () => {
    net.connect();
    await house.letsIn();
    for (const pause of [250, 500, 1000, 2000, 2500, 2500]) {
      const { length } = house.lines;
      house.line.breaks();
      expect(net.link).toBe('lost');
      vi.advanceTimersByTime(pause - 1);
      expect(house.lines).toHaveLength(length);
      vi.advanceTimersByTime(1);
      expect(house.lines).toHaveLength(length + 1);
    }
  });

  test('does not come back to all pages in the same moment', async () => {
    net.connect();
    await house.letsIn();
    vi.mocked(Math.random).mockReturnValue(0);
    house.line.breaks();
    vi.advanceTimersByTime(175);
    expect(house.lines).toHaveLength(2);
    vi.mocked(Math.random).mockReturnValue(1);
    house.line.breaks();
    vi.advanceTimersByTime(640);
    expect(house.lines).toHaveLength(2);
    vi.advanceTimersByTime(10);
    expect(house.lines).toHaveLength(3);
  });

  test('begins with short pauses again once the house has let us in', async () => {
    net.connect();
    await house.letsIn();
    house.line.breaks();
    vi.advanceTimersByTime(250);
    house.line.breaks();
    vi.advanceTimersByTime(500);
    await house.letsIn();
    expect(net.link).toBe('open');
    house.line.breaks();
    vi.advanceTimersByTime(250);
    expect(house.lines).toHaveLength(4);
  });

  test('is not lost before it was ever there', () => {
    net.connect();
    house.line.breaks();
    expect(net.link).toBe('opening');
    vi.advanceTimersByTime(250);
    expect(net.link).toBe('opening');
  });

  test('what was asked and not answered is asked again with the same id, in order, and nothing else', async () => {
    net.connect();
    const line = await house.letsIn();
    const done = watch(net.command('pause'));
    const first = watch(net.command('sit', { name: 'Zoé' }));
    await line.answers('pause');
    expect(done.answer).not.toBeNull();
    line.breaks();
    const second = watch(net.command('start'));
    vi.advanceTimersByTime(250);
    const again = await house.letsIn();
    expect(again.asked).toEqual(['sit', 'start']);
    expect(again.sent.find((one) => one.do === 'sit')).toEqual(line.sent.find((one) => one.do === 'sit'));
    await again.answers('sit', { place: 0 });
    await again.answers('start');
    expect(first.answer).toMatchObject({ ok: true, place: 0 });
    expect(second.answer).toMatchObject({ ok: true });
  });

  test('greets with the keys of now', async () => {
    net.connect();
    await house.letsIn();
    house.line.breaks();
    keys = [];
    vi.advanceTimersByTime(250);
    house.line.opens();
    expect(house.line.sent).toMatchObject([{ do: 'hello', keys: [] }]);
  });

  test('in the middle of the greeting is greeted on again, by the answer to that greeting alone', async () => {
    net.connect();
    house.line.opens();
    const first = house.line;
    first.breaks();
    vi.advanceTimersByTime(250);
    house.line.opens();
    // An answer that comes too late says nothing about the new line.
    await first.answers('hello');
    expect(net.link).toBe('opening');
    await house.line.answers('hello');
    expect(net.link).toBe('open');
  });
});

describe('signs of life', () => {
  const pings = (): number => house.line.sent.filter((one) => one.do === 'ping').length;

  test('are asked for every ten seconds, while the line is open', async () => {
    net.connect();
    const line = await house.letsIn();
    for (const count of [1, 2, 3]) {
      vi.advanceTimersByTime(9_999);
      expect(pings()).toBe(count - 1);
      vi.advanceTimersByTime(1);
      expect(pings()).toBe(count);
      line.tells({ tell: 'pong', sent: 0, now: null });
    }
    expect(net.link).toBe('open');
    net.close();
    vi.advanceTimersByTime(60_000);
    expect(pings()).toBe(3);
  });

  test('a line that gives none within three seconds is dead, whatever it says itself', async () => {
    net.connect();
    const dead = await house.letsIn();
    vi.advanceTimersByTime(10_000 + 2_999);
    expect(net.link).toBe('open');
    vi.advanceTimersByTime(1);
    expect(net.link).toBe('lost');
    expect(dead.isLeft).toBe(true);
    vi.advanceTimersByTime(250);
    expect(house.lines).toHaveLength(2);
    await house.letsIn();
    // When it says so at last, nobody listens to it any more.
    dead.breaks();
    expect(net.link).toBe('open');
    expect(house.lines).toHaveLength(2);
  });

  test('anything that is heard is one', async () => {
    net.connect();
    const line = await house.letsIn();
    vi.advanceTimersByTime(10_000 + 2_999);
    line.tells({ tell: 'clock', now: 0, speed: 0 });
    vi.advanceTimersByTime(5_000);
    expect(net.link).toBe('open');
  });

  test('the house’s own question is answered with the next picture, and the page hears nothing of it', async () => {
    net.connect();
    const line = await house.letsIn();
    line.tells({ tell: 'ping', number: 7 });
    expect(line.sent.some((one) => one.do === 'pong')).toBe(false);
    vi.advanceTimersToNextFrame();
    expect(line.sent.find((one) => one.do === 'pong')).toMatchObject({ number: 7 });
    expect(told).toEqual([]);
  });
});

describe('a phone that wakes up', () => {
  test('does not wait for its turn', async () => {
    net.connect();
    await house.letsIn();
    for (const pause of [250, 500, 1000]) {
      house.line.breaks();
      vi.advanceTimersByTime(pause);
    }
    house.line.breaks();
    const { length } = house.lines;
    wake();
    expect(house.lines).toHaveLength(length + 1);
    // And the pauses are short again.
    house.line.breaks();
    vi.advanceTimersByTime(250);
    expect(house.lines).toHaveLength(length + 2);
  });

  test('nor where the network is back', async () => {
    net.connect();
    await house.letsIn();
    house.line.breaks();
    dispatchEvent(new Event('online'));
    expect(house.lines).toHaveLength(2);
  });

  test('asks at once whether the line is still alive', async () => {
    net.connect();
    const line = await house.letsIn();
    wake();
    expect(line.sent.at(-1)?.do).toBe('ping');
    // Once is enough.
    wake();
    expect(line.sent.filter((one) => one.do === 'ping')).toHaveLength(1);
    expect(house.lines).toHaveLength(1);
    vi.advanceTimersByTime(3_000);
    expect(net.link).toBe('lost');
  });

  test('gives up a line that was being opened when it fell asleep', async () => {
    net.connect();
    await house.letsIn();
    house.line.breaks();
    vi.advanceTimersByTime(250);
    const stuck = house.line;
    wake();
    expect(stuck.isLeft).toBe(true);
    expect(house.lines).toHaveLength(3);
    await house.letsIn();
    expect(net.link).toBe('open');
  });

  test('in the pocket it does nothing', async () => {
    net.connect();
    await house.letsIn();
    house.line.breaks();
    hidden = true;
    wake();
    expect(house.lines).toHaveLength(1);
  });
});

describe('an end', () => {
  test.each(['moved', 'removed', 'cleared'] as const)(
    'after « %s » the page does not come back unasked',
    async (code) => {
      net.connect();
      const line = await house.letsIn();
      line.tells({ tell: 'bye', code, text: 'Au revoir.' });
      line.breaks();
      expect(net.link).toBe('ended');
      expect(net.ended).toEqual({ code, text: 'Au revoir.' });
      expect(told).toMatchObject([{ tell: 'bye', code }]);
      wake();
      vi.advanceTimersByTime(60_000);
      expect(house.lines).toHaveLength(1);
      // Asked, it does.
      net.connect();
      await house.letsIn();
      expect([net.link, net.ended]).toEqual(['open', null]);
    },
  );

  test('a house that only closes for a moment is waited for', async () => {
    net.connect();
    const line = await house.letsIn();
    line.tells({ tell: 'bye', code: 'closing', text: 'Un instant.' });
    line.breaks();
    expect([net.link, net.ended]).toEqual(['lost', null]);
    vi.advanceTimersByTime(250);
    expect(house.lines).toHaveLength(2);
  });

  test('who is not let in is told why and does not knock again', async () => {
    net.connect();
    house.line.opens();
    await house.line.answers('hello', UNKNOWN);
    expect(net.refused).toEqual(UNKNOWN);
    expect(net.link).toBe('ended');
    expect(house.line.isLeft).toBe(true);
    wake();
    vi.advanceTimersByTime(60_000);
    expect(house.lines).toHaveLength(1);
  });

  test('and what they had asked for is refused with it, instead of being waited for in vain', async () => {
    const asked = watch(net.command('open', { game: 'pierres' }));
    house.line.opens();
    await house.line.answers('hello', UNKNOWN);
    expect(asked.answer).toMatchObject({ ok: false, refusal: UNKNOWN });
  });

  test('but who comes while the house cannot read the table comes again by itself, and nothing is refused', async () => {
    net.connect();
    const asked = watch(net.command('start'));
    house.line.opens();
    await house.line.answers('hello', { code: 'not_read', facts: {}, text: 'Pas pour l’instant.' });
    expect(net.refused).toBeNull();
    expect(net.link).toBe('opening');
    expect(house.lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(300);
    expect(house.lines).toHaveLength(2);
    const line = await house.letsIn();
    await line.answers('start');
    expect(asked.answer).toMatchObject({ ok: true });
  });

  test('a refusal without a reason has words all the same', async () => {
    net.connect();
    const line = await house.letsIn();
    const asked = watch(net.command('start'));
    line.tells({ tell: 'answer', id: line.sent.at(-1)?.id ?? '', ok: false } as unknown as Tell);
    await settled();
    expect(asked.answer).toMatchObject({ ok: false, refusal: { code: 'unknown', text: expect.stringMatching(/\S/) } });
  });

  test('closed by the page, it stays closed', async () => {
    net.connect();
    const line = await house.letsIn();
    void net.command('start');
    net.close();
    expect(net.link).toBe('idle');
    expect(line.isLeft).toBe(true);
    wake();
    dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(house.lines).toHaveLength(1);
    // Opened again, nothing is left of what was asked before.
    net.connect();
    expect((await house.letsIn()).asked).toEqual([]);
  });
});
