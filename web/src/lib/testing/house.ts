/** For tests: the other end of the page's socket. The test says when a line opens, what the house answers and when the
 * line breaks; nothing happens by itself. */
import { vi } from 'vitest';
import type { Command, Refusal, Tell } from '../wire';

type Sent = Command & Record<string, unknown>;

/** One line, as the page holds it: just what the page uses of a WebSocket. */
export class Line {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState: number = Line.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  /** All that the page has sent on this line, first things first. */
  readonly sent: Sent[] = [];
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  send(text: string): void {
    if (this.readyState !== Line.OPEN) throw new Error('Nothing can be sent on a line that is not open.');
    this.sent.push(JSON.parse(text) as Sent);
  }

  /** By the page. As in a browser, its handler hears of it later: when the other end has answered, or never will. */
  close(): void {
    if (this.readyState !== Line.CLOSED) this.readyState = Line.CLOSING;
  }

  // --- What the test lets happen -------------------------------------------------------------------------------------

  opens(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }

  breaks(): void {
    if (this.readyState === Line.CLOSED) return;
    this.readyState = Line.CLOSED;
    this.onclose?.();
  }

  tells(tell: Tell): void {
    this.onmessage?.({ data: JSON.stringify(tell) });
  }

  /** Answers what was last sent of this kind. */
  async answers(does: Command['do'], answer: Record<string, unknown> | Refusal = {}): Promise<void> {
    const asked = this.sent.findLast((one) => one.do === does);
    if (!asked) throw new Error(`Nobody has asked for ${does}.`);
    const isRefusal = 'code' in answer;
    this.tells({
      tell: 'answer',
      id: asked.id,
      ...(isRefusal ? { ok: false, refusal: answer } : { ok: true, ...answer }),
    } as Tell);
    await settled();
  }

  /** Has the page let go of it? */
  get isLeft(): boolean {
    return this.readyState === Line.CLOSING;
  }

  /** What the page has asked for on this line, beside greetings and signs of life. */
  get asked(): string[] {
    return this.sent.map((one) => one.do).filter((does) => !['hello', 'ping', 'pong'].includes(does));
  }
}

export class House {
  /** Every line the page has opened, first things first. */
  readonly lines: Line[] = [];

  constructor() {
    const { lines } = this;
    vi.stubGlobal(
      'WebSocket',
      class extends Line {
        constructor(address: string) {
          super(address);
          lines.push(this);
        }
      },
    );
  }

  /** The newest line. */
  get line(): Line {
    const line = this.lines.at(-1);
    if (!line) throw new Error('The page has opened no line.');
    return line;
  }

  /** The newest line opens, and the house knows who comes. */
  async letsIn(): Promise<Line> {
    this.line.opens();
    await this.line.answers('hello');
    return this.line;
  }
}

/** Until everything that waited for an answer has gone on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}
