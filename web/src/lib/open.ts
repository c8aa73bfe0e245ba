/** Opening a table, and sitting down alone with bots. */
import { me } from './me.svelte';
import { Net, type Answer } from './net.svelte';
import { keepKey, TableStore } from './table.svelte';
import type { Refusal } from './wire';

export type Opened = { code: string } | { refusal: Refusal };

let current: TableStore | null = null;

/** The table one sits at; coming from the home screen one is already connected to it. */
export function storeFor(code: string): TableStore {
  if (current?.code !== code) {
    current?.leave();
    current = new TableStore(code);
  }
  return current;
}

export function leave(store: TableStore): void {
  store.leave();
  if (current === store) current = null;
}

/** `sits` false: a shared screen opens the table and nobody sits down at it. */
export async function openTable(game: string, sits: boolean): Promise<Opened> {
  const net = new Net(
    () => ({ table: null, keys: [], screen: false }),
    () => undefined,
  );
  const answer = await net.command('open', { game, name: sits ? me.name : null, emblem: sits ? me.emblem : null });
  net.close();
  if (!answer.ok) return { refusal: answer.refusal };
  const code = String(answer['table']);
  keepKey(code, String(answer['key']));
  return { code };
}

/** A table of one's own with bots, under way at once. */
export async function playAlone(game: string, levels: string[]): Promise<Opened> {
  const opened = await openTable(game, true);
  if ('refusal' in opened) return opened;
  const store = storeFor(opened.code);
  let answer: Answer | null = null;
  for (const level of levels) answer = await store.ask('bot', { place: null, level });
  if (answer === null || answer.ok) await store.ask('start');
  return opened;
}
