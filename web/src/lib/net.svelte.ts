/** One socket. It comes back by itself, and what was asked and not answered is asked again with the same id. */
import { speech, t } from './i18n.svelte';
import type { Command, Done, HelloCommand, Refusal, Refused, Tell } from './wire';

export type Link = 'idle' | 'opening' | 'open' | 'lost' | 'ended';
export type Answer = Omit<Done, 'id'> | Omit<Refused, 'id'>;

export type Does = Command['do'];
/** What goes with a command, beside its id. */
export type Fields<D extends Does> = Omit<Extract<Command, { do: D }>, 'id' | 'do'>;

interface Waiting {
  message: Record<string, unknown>;
  resolve: (answer: Answer) => void;
}

export type Hello = Required<Pick<HelloCommand, 'table' | 'keys' | 'screen'>>;

const FIRST_WAIT = 250;
const LONGEST_WAIT = 2_500;
const PING_EVERY = 10_000;
const PONG_WITHIN = 3_000;
/** After these goodbyes it would be rude to come back unasked. */
const FINAL = ['moved', 'removed', 'cleared'] as const;
/** The house does not reach what it keeps, or the node where this table is. Soon it may. */
const NOT_NOW = 'not_read';
type Final = (typeof FINAL)[number];
const isFinal = (code: string): code is Final => FINAL.some((one) => one === code);

export class Net {
  link = $state<Link>('idle');
  /** Why the server closed for good, if it did. */
  ended = $state<{ code: Final; text: string } | null>(null);
  /** Why the server does not let us in, e.g. an unknown table. */
  refused = $state<Refusal | null>(null);

  #hello: () => Hello;
  #hear: (tell: Tell) => void;
  #socket: WebSocket | null = null;
  #greeting: { id: string; resolve: (answer: Answer) => void } | null = null;
  #waiting = new Map<string, Waiting>();
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #seen = 0;

  constructor(hello: () => Hello, hear: (tell: Tell) => void) {
    this.#hello = hello;
    this.#hear = hear;
  }

  connect(): void {
    this.ended = null;
    if (this.#socket) return;
    this.link = this.#seen ? 'lost' : 'opening';
    clearTimeout(this.#retry);
    const socket = new WebSocket(addressOf(this.#hello().table));
    this.#socket = socket;
    socket.onopen = () => void this.#attach(socket);
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as Tell);
    socket.onclose = () => this.#closed(socket);
    window.addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  close(): void {
    window.removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    clearTimeout(this.#retry);
    this.#quiet();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#waiting.clear();
    this.#seen = 0;
    this.link = 'idle';
  }

  /** Asks once; answered at last, however often the line breaks in between. */
  command<D extends Does>(does: D, fields = {} as Fields<D>): Promise<Answer> {
    const message = { ...fields, id: newId(), do: does };
    return new Promise((resolve) => {
      this.#waiting.set(message.id, { message, resolve });
      if (this.link === 'open') this.#send(message);
      else this.connect();
    });
  }

  /** Tells the server again who we are: after sitting down, or in another language. */
  async attach(): Promise<void> {
    if (this.#socket && this.link === 'open') await this.#greet(this.#socket);
  }

  async #attach(socket: WebSocket): Promise<void> {
    if (!(await this.#greet(socket)) || socket !== this.#socket) return;
    this.#tries = 0;
    this.#seen = Date.now();
    this.link = 'open';
    for (const { message } of this.#waiting.values()) this.#send(message);
    this.#ping = setInterval(this.#check, PING_EVERY);
  }

  #greet(socket: WebSocket): Promise<boolean> {
    const id = newId();
    return new Promise((resolve) => {
      this.#greeting = {
        id,
        resolve: (answer) => {
          if (!answer.ok && answer.refusal.code === NOT_NOW) {
            this.#closed(socket);
            socket.close();
            resolve(false);
            return;
          }
          this.refused = answer.ok ? null : answer.refusal;
          if (!answer.ok) this.#turnedAway(answer);
          resolve(answer.ok);
        },
      };
      socket.send(JSON.stringify({ id, do: 'hello', ...this.#hello(), language: speech.language }));
    });
  }

  /** Nobody will answer any more what was asked meanwhile. */
  #turnedAway(answer: Answer): void {
    const waiting = [...this.#waiting.values()];
    this.close();
    this.link = 'ended';
    for (const { resolve } of waiting) resolve(answer);
  }

  #send(message: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(tell: Tell): void {
    clearTimeout(this.#pong);
    this.#pong = undefined;
    if (tell.tell === 'ping') {
      // The house measures this line as a race would use it: shown with the next picture, then answered.
      requestAnimationFrame(() => this.#send({ id: newId(), do: 'pong', number: tell.number }));
      return;
    }
    if (tell.tell === 'answer') {
      const answer: Answer = tell.ok
        ? { ...tell, ok: true }
        : { ok: false, refusal: tell.refusal ?? { code: 'unknown', facts: {}, text: t('refused.unknown') } };
      if (this.#greeting?.id === tell.id) {
        const { resolve } = this.#greeting;
        this.#greeting = null;
        resolve(answer);
        return;
      }
      const waiting = this.#waiting.get(tell.id ?? '');
      this.#waiting.delete(tell.id ?? '');
      waiting?.resolve(answer);
      return;
    }
    if (tell.tell === 'bye' && isFinal(tell.code)) this.ended = { code: tell.code, text: tell.text };
    this.#hear(tell);
  }

  #closed(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#quiet();
    if (this.ended) {
      this.link = 'ended';
      return;
    }
    this.link = this.#seen ? 'lost' : 'opening';
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++) * (0.7 + Math.random() * 0.6);
    this.#retry = setTimeout(() => this.connect(), wait);
  }

  /** A phone that wakes up does not wait for its turn. */
  #hurry = (): void => {
    if (document.hidden || this.ended) return;
    if (this.link === 'open') {
      this.#check();
      return;
    }
    // A line that was being opened when it fell asleep may never be.
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#tries = 0;
    this.connect();
  };

  #check = (): void => {
    if (this.link !== 'open' || this.#pong) return;
    this.#send({ id: newId(), do: 'ping', sent: Math.round(performance.now()) });
    this.#pong = setTimeout(() => {
      // Nobody there: a sleeping phone's socket often does not know that it is dead.
      const socket = this.#socket;
      if (!socket) return;
      this.#closed(socket);
      socket.close();
    }, PONG_WITHIN);
  };

  #quiet(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#pong);
    this.#pong = undefined;
  }
}

/** A balancer before many houses may send all who want the same table to the same one: so its code is in the path. */
function addressOf(table: string | null): string {
  const house = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
  return table !== null && /^[A-Za-z0-9]{1,12}$/.test(table) ? `${house}/${table.toUpperCase()}` : house;
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
