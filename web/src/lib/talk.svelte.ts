/** What people at the table say to each other: the newest lines for a moment as bubbles, the last fifty to read again. */
import { announce } from './announcer.svelte';
import { has, t } from './i18n.svelte';
import { me } from './me.svelte';
import type { Channel, Said } from './wire';

/** Short things one says without typing. They go over the wire as codes: everybody reads them in their own language. */
export const EMOTES = ['bravo', 'ouch', 'hmm', 'haha', 'oops', 'thanks', 'hurry', 'noway'] as const;

export interface Line {
  id: number;
  seat: number;
  name: string;
  channel: string;
  text: string;
}

export const MOST = 50;
/** How long a bubble stays, in ms: a while, and longer for more to read. */
const STAYS = 4_500;
const STAYS_FOR_EACH_LETTER = 55;
const LONGEST_STAY = 14_000;

export function emoteText(emote: string): string {
  const key = `talk.emote.${emote}`;
  return has(key) ? t(key) : emote;
}

export const mayWrite = (talk: readonly Channel[]): Channel[] => talk.filter((channel) => channel.may_write !== 'none');

export class Talk {
  lines = $state.raw<Line[]>([]);
  /** Those that are bubbles now. */
  fresh = $state.raw<Line[]>([]);
  /** The words of a phrase that the game brings along. */
  phrase: (emote: string) => string | undefined = () => undefined;
  #next = 1;

  /** `isForAll`: everybody who looks at this device may read it. What is for one of them alone waits in the sheet.
   *  `kept`: how many lines of this channel stay, where forgetting is part of the game. */
  hear({ channel, seat, name, text, emote }: Said, isForAll: boolean, kept: number): void {
    const line: Line = {
      id: this.#next++,
      seat,
      name,
      channel,
      text: text ?? this.phrase(emote ?? '') ?? emoteText(emote ?? ''),
    };
    const gone = [...this.lines.filter((other) => other.channel === channel), line].slice(0, -kept || undefined);
    this.lines = [...this.lines, line].filter((other) => !gone.includes(other)).slice(-MOST);
    if (!isForAll || !me.bubbles) return;
    announce(t('talk.says', { name, text: line.text }));
    // Who says something else takes the first words back from the air.
    this.fresh = [...this.fresh.filter((other) => other.seat !== seat), line];
    setTimeout(
      () => (this.fresh = this.fresh.filter((other) => other !== line)),
      Math.min(LONGEST_STAY, STAYS + STAYS_FOR_EACH_LETTER * line.text.length),
    );
  }

  forget(): void {
    this.lines = [];
    this.fresh = [];
  }
}
