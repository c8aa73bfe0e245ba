/** The evenings of the house. This device remembers which games it saw to the end, and who sat at it. */
import { recall, remember } from './keep';
import type { Evening, Evenings, Figures, Sorry } from './pages';
import type { Language } from './wire';

/** A finished game that this device was there for. */
export interface Seen {
  record: string;
  code: string;
  /** Those held here. */
  seats: number[];
}

export interface Wish {
  text: string;
  game: string | null;
  /** A day, as a date field says it. */
  day: string;
  page: number;
}

const MOST = 2000;
/** An evening goes on after midnight. */
const NIGHT_ENDS = 5;

export function seenHere(): Seen[] {
  return recall<Seen[]>('evenings') ?? [];
}

/** Once for each game: it was over while this device looked on. */
export function noteEvening(record: string, code: string, seats: number[]): void {
  const seen = seenHere();
  if (seen.some((one) => one.record === record && one.seats.join() === seats.join())) return;
  remember('evenings', [...seen.filter((one) => one.record !== record), { record, code, seats }].slice(-MOST));
}

function forgetEvening(record: string): void {
  remember(
    'evenings',
    seenHere().filter((one) => one.record !== record),
  );
}

/** The day an evening belongs to, at its midnight. */
export function dayOf(seconds: number): Date {
  const when = new Date(seconds * 1000);
  when.setHours(when.getHours() - NIGHT_ENDS);
  when.setHours(0, 0, 0, 0);
  return when;
}

function question(wish: Wish | null, records: string[] | null): Record<string, unknown> {
  const seen = seenHere();
  const asked: Record<string, unknown> = {
    records,
    seats: Object.fromEntries(seen.map((one) => [one.record, one.seats])),
  };
  if (!wish) return asked;
  Object.assign(asked, { text: wish.text, game: wish.game, page: wish.page });
  if (wish.day) {
    const from = new Date(`${wish.day}T00:00:00`);
    from.setHours(NIGHT_ENDS);
    const to = new Date(from);
    to.setDate(to.getDate() + 1);
    Object.assign(asked, { since: Math.floor(from.getTime() / 1000), until: Math.floor(to.getTime() / 1000) });
  }
  return asked;
}

async function post(path: string, body: Record<string, unknown>): Promise<Response> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}

/** First all there is; a house that does not show that shows what this device can name. */
async function asked(path: string, wish: Wish | null, sees: boolean): Promise<Response> {
  return post(path, question(wish, sees ? null : seenHere().map((one) => one.record)));
}

export async function findEvenings(wish: Wish, language: Language): Promise<Evenings> {
  const found = (await (await asked(`/api/evenings?lang=${language}`, wish, true)).json()) as Evenings;
  return found.all ? found : ((await (await asked(`/api/evenings?lang=${language}`, wish, false)).json()) as Evenings);
}

export async function countEvenings(all: boolean, language: Language): Promise<Figures> {
  return (await (await asked(`/api/evenings/figures?lang=${language}`, null, all)).json()) as Figures;
}

/** Everything in one file, to keep. */
export async function takeHome(all: boolean): Promise<void> {
  const answer = await asked('/api/evenings/file', null, all);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'tablee.zip';
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The keys that this device held at that table; the sentence of the house if it does not want to. */
export async function deleteEvening(record: string, language: Language): Promise<string | null> {
  const code = seenHere().find((one) => one.record === record)?.code;
  const keys = code ? (recall<string[]>(`keys.${code}`) ?? []) : [];
  const answer = await fetch(`/api/records/${encodeURIComponent(record)}?lang=${language}`, {
    method: 'DELETE',
    body: JSON.stringify({ keys }),
  });
  if (!answer.ok && answer.status !== 404) return ((await answer.json()) as Sorry).text;
  forgetEvening(record);
  return null;
}

export function mayDelete(evening: Evening): boolean {
  if (evening.deletable) return true;
  const code = seenHere().find((one) => one.record === evening.record)?.code;
  return code !== undefined && (recall<string[]>(`keys.${code}`) ?? []).length > 0;
}
