import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NAMES, soundOf } from './sound';

/** What was struck, as far as these tests ask: how loud, and which strokes at what time. */
interface Heard {
  loudness: number;
  strokes: [what: 'tone' | 'noise', at: number][];
}

/** A loudspeaker that only counts: just what the page uses of the browser's audio. */
function speaker(state: 'running' | 'suspended' = 'running') {
  const heard: Heard[] = [];
  /** Of each noise: how narrow its filter is. */
  const narrow: number[] = [];
  const context = {
    state,
    currentTime: 7,
    sampleRate: 4,
    destination: 'the room',
    resumed: 0,
    resume: () => Promise.resolve(void context.resumed++),
    createBuffer: () => ({ getChannelData: () => new Float32Array(4) }),
  };
  const level = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  class Wire {
    connect<T>(to: T): T {
      return to;
    }
  }
  class Gain extends Wire {
    readonly gain = level;
    readonly #loudness: number;
    constructor(_: unknown, { gain }: { gain: number }) {
      super();
      this.#loudness = gain;
    }
    override connect<T>(to: T): T {
      if ((to as unknown) === context.destination) heard.push({ loudness: this.#loudness, strokes: [] });
      return to;
    }
  }
  const source = (what: 'tone' | 'noise') =>
    class extends Wire {
      readonly frequency = level;
      start(at: number): void {
        heard.at(-1)?.strokes.push([what, at]);
      }
      stop(): void {
        // It rings out.
      }
    };
  class Filter extends Wire {
    readonly frequency = level;
    constructor(_: unknown, { Q }: { Q: number }) {
      super();
      narrow.push(Q);
    }
  }
  vi.stubGlobal(
    'AudioContext',
    vi.fn(function () {
      return context;
    }),
  );
  vi.stubGlobal('GainNode', Gain);
  vi.stubGlobal('OscillatorNode', source('tone'));
  vi.stubGlobal('AudioBufferSourceNode', source('noise'));
  vi.stubGlobal('BiquadFilterNode', Filter);
  return { heard, narrow, context };
}

const trembled: number[][] = [];
let touched: boolean;
let at: number;
let me: typeof import('./me.svelte').me;
let play: typeof import('./sound').play;

beforeEach(async () => {
  trembled.length = 0;
  touched = true;
  at = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => at);
  vi.stubGlobal('navigator', {
    languages: ['fr'],
    userActivation: {
      get hasBeenActive() {
        return touched;
      },
    },
    vibrate: (pattern: number[]) => trembled.push(pattern),
  });
  // A page that was never heard.
  vi.resetModules();
  ({ me } = await import('./me.svelte'));
  ({ play } = await import('./sound'));
  Object.assign(me, { volume: 50, tremor: true });
});

describe('which sound', () => {
  const sounds = { kept: 'success', given: 'plop' } as const;
  const told = (...codes: string[]) => codes.map((code) => ({ code }));

  test('is that of what was told', () => {
    expect(soundOf(told('kept'), sounds)).toBe('success');
  });

  test('of several is that of the last that has one', () => {
    expect(soundOf(told('kept', 'given', 'turn'), sounds)).toBe('plop');
  });

  test('where none has one is a knock', () => {
    expect(soundOf(told('turn', 'over'), sounds)).toBe('knock');
    expect(soundOf(told('kept'), {})).toBe('knock');
  });

  test('of a game is one there is', async () => {
    const games = import.meta.glob<{ default: Record<string, string> }>('../../../src/tablee/games/*/web/sounds.ts');
    expect(Object.keys(games)).toHaveLength(5);
    for (const load of Object.values(games))
      for (const sound of Object.values((await load()).default)) expect(NAMES).toContain(sound);
  });
});

describe('it is heard', () => {
  test('with all its strokes, each in its time: what rings is a tone, all else is noise', () => {
    const { heard } = speaker();
    play('cork');
    expect(heard).toEqual([
      {
        loudness: 0.25,
        strokes: [
          ['tone', 7],
          ['noise', 7.04],
        ],
      },
    ]);
  });

  test('a knock being narrower than a rustle', () => {
    const { narrow } = speaker();
    play('reveal');
    const [rustle, knock] = narrow as [number, number];
    expect(knock).toBeGreaterThan(rustle);
  });

  test('as loud as this person wants it: half as far, a quarter as loud', () => {
    const { heard } = speaker();
    for (const volume of [100, 50, 10]) {
      me.volume = volume;
      at += 1_000;
      play('knock');
    }
    expect(heard.map(({ loudness }) => loudness)).toEqual([1, 0.25, expect.closeTo(0.01)]);
  });

  test('not at all by who wants silence; no loudspeaker is even asked for', () => {
    const { heard } = speaker();
    me.volume = 0;
    play('knock');
    expect(heard).toEqual([]);
    expect(AudioContext).not.toHaveBeenCalled();
  });

  test('not before somebody has touched the page', () => {
    const { heard } = speaker();
    touched = false;
    play('turn');
    expect([heard, trembled]).toEqual([[], []]);
    touched = true;
    play('turn');
    expect(heard).toHaveLength(1);
  });

  test('from a loudspeaker that slept', () => {
    const { context } = speaker('suspended');
    play('knock');
    expect(context.resumed).toBe(1);
  });

  test('once, where screen and table strike it at once', () => {
    const { heard } = speaker();
    play('stone');
    at += 79;
    play('stone');
    expect(heard).toHaveLength(1);
    play('plop');
    expect(heard).toHaveLength(2);
    at += 80;
    play('plop');
    expect(heard).toHaveLength(3);
  });
});

describe('the device trembles', () => {
  test('with what concerns its owner, and with nothing else', () => {
    speaker();
    play('turn');
    play('stone');
    expect(trembled).toEqual([[70]]);
  });

  test('in silence too', () => {
    me.volume = 0;
    play('turn');
    expect(trembled).toHaveLength(1);
  });

  test('not where its owner does not want it', () => {
    me.tremor = false;
    me.volume = 0;
    play('turn');
    expect(trembled).toEqual([]);
  });
});
