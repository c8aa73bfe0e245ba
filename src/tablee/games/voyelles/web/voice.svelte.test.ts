import { beforeEach, expect, test, vi } from 'vitest';

/** A browser that listens: the test says what it hears. */
class Ear extends EventTarget {
  lang = '';
  maxAlternatives = 0;
  state: 'new' | 'started' | 'aborted' = 'new';
  constructor() {
    super();
    ears.push(this);
  }
  start(): void {
    this.state = 'started';
  }
  abort(): void {
    this.state = 'aborted';
  }
  hears(transcript: string): void {
    this.dispatchEvent(Object.assign(new Event('result'), { results: [[{ transcript }]] }));
  }
}

let ears: Ear[] = [];

async function opened(isSafe = true): Promise<InstanceType<typeof import('./voice.svelte').Voice>> {
  vi.resetModules();
  Object.defineProperty(window, 'isSecureContext', { value: isSafe, configurable: true });
  return new (await import('./voice.svelte')).Voice();
}

beforeEach(() => {
  ears = [];
  vi.stubGlobal('SpeechRecognition', Ear);
});

test('the first word that was understood goes into the field', async () => {
  const voice = await opened();
  const heard: string[] = [];
  voice.listen((word) => heard.push(word));
  expect(voice.listening).toBe(true);
  expect(ears).toMatchObject([{ lang: 'fr-FR', maxAlternatives: 1, state: 'started' }]);
  ears[0]?.hears('  Placer les chaises');
  ears[0]?.hears('   ');
  expect(heard).toEqual(['placer']);
  ears[0]?.dispatchEvent(new Event('end'));
  expect(voice.listening).toBe(false);
});

test('one ear is enough', async () => {
  const voice = await opened();
  voice.listen(() => undefined);
  voice.listen(() => undefined);
  expect(ears).toHaveLength(1);
});

test('it can be stopped', async () => {
  const voice = await opened();
  voice.listen(() => undefined);
  voice.stop();
  expect([voice.listening, ears[0]?.state]).toEqual([false, 'aborted']);
});

test.each(['not-allowed', 'service-not-allowed', 'network'])(
  'a browser that says « %s » is not asked again',
  async (error) => {
    const voice = await opened();
    expect(voice.can).toBe(true);
    voice.listen(() => undefined);
    ears[0]?.dispatchEvent(Object.assign(new Event('error'), { error }));
    expect(voice.can).toBe(false);
  },
);

test('a browser that heard nothing may try again', async () => {
  const voice = await opened();
  voice.listen(() => undefined);
  ears[0]?.dispatchEvent(Object.assign(new Event('error'), { error: 'no-speech' }));
  expect(voice.can).toBe(true);
});

test('a page that did not come safely has no ear', async () => {
  const voice = await opened(false);
  voice.listen(() => undefined);
  expect([voice.can, ears]).toEqual([false, []]);
});
