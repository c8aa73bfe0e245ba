/** The tables that this device has opened for a club or a class. */
import { recall, remember } from './keep';
import { Net } from './net.svelte';
import { keepKey } from './table.svelte';
import type { Refusal } from './wire';

export function clubTables(): string[] {
  return recall<string[]>('club') ?? [];
}

export function keepClub(codes: readonly string[]): void {
  remember('club', codes.length ? codes : undefined);
}

/** One more table at which nobody sits yet. No record of it will keep a name. */
export async function openForClub(game: string): Promise<string | Refusal> {
  const net = new Net(
    () => ({ table: null, keys: [], screen: false }),
    () => undefined,
  );
  const answer = await net.command('open', { game, name: null, emblem: null, club: true });
  net.close();
  if (!answer.ok) return answer.refusal;
  const code = String(answer['table']);
  keepKey(code, String(answer['key']));
  return code;
}
