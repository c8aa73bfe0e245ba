/** Private marks. They stay on this device and are rubbed out when the table is forgotten. */
import { SvelteMap } from 'svelte/reactivity';
import type { Pencil } from './game';
import { recall, remember } from './keep';

export function pencilFor(table: string, seat: number | null): Pencil {
  const place = `pencil.${table}.${seat ?? 'screen'}`;
  const marks = new SvelteMap<string, unknown>(Object.entries(recall<Record<string, unknown>>(place) ?? {}));
  const save = (): void => remember(place, marks.size ? Object.fromEntries(marks) : undefined);
  return {
    read: (key) => marks.get(key),
    write: (key, value) => {
      if (value === undefined) marks.delete(key);
      else marks.set(key, value);
      save();
    },
    clear: () => {
      marks.clear();
      save();
    },
  };
}
