/** Options in words, for the lobby. Which values there are is the server's business. */
import { fill } from '$lib/fill';
import { speech, t } from '$lib/i18n.svelte';
import type { GameInfo, OptionField } from '$lib/pages';
import type { Options, OptionValue, Table } from '$lib/wire';

export interface OptionLine {
  name: string;
  label: string;
  value: string;
  /** Not as the printed rules have it. */
  unusual: boolean;
  /** A pack of the players' own. */
  pack: boolean;
}

/** Of a pack that is nothing but words, so many are named. */
const NAMED = 3;

/** The words of a pack that is nothing but words; null for one with a title and cards. */
export function packWords(text: string): string[] | null {
  return text.includes('=') ? null : [...new Set(text.split(/\s+/).filter(Boolean))];
}

/** What a pack calls itself, or what is in it. Its text has been read by the server; here it is only for show. */
export function packTitle(text: string): string {
  const words = packWords(text);
  if (words)
    return words.length > NAMED
      ? t('pack.words', { words: words.slice(-NAMED).join(', '), count: words.length - NAMED })
      : words.join(', ');
  return /^\s*title\s*=\s*"((?:[^"\\]|\\.)*)"/m.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? t('pack.untitled');
}

export function valueLabel(field: OptionField, value: OptionValue, table: Table): string {
  const named = field.values.find((one) => one.value === value);
  if (named) return named.label;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (field.is_pack) return packTitle(String(value));
  if (field.is_seat && typeof value === 'number') {
    const place = table.places.filter((one) => one.kind !== 'free')[value];
    return place?.name ?? t('place.number', { number: value + 1 });
  }
  return field.number_label && typeof value === 'number'
    ? fill(field.number_label, { number: value }, speech.language)
    : String(value);
}

/** What is sent when something else is set: packs are long, and the house has them. */
export function withoutPacks(table: Table, info: GameInfo | null): Options {
  const packs = new Set(info?.options.filter((field) => field.is_pack).map((field) => field.name));
  return Object.fromEntries(Object.entries(table.options).filter(([name]) => !packs.has(name)));
}

/** The three that say most, what people brought along and the unusual ones first, and the pace. A switch that is off
 * needs no line, nor a pack that is not there. */
export function optionLines(table: Table, info: GameInfo | null): OptionLine[] {
  const isUsual = (field: OptionField): number => Number(table.options[field.name] === field.default);
  const lines = (info?.options ?? [])
    .filter(
      (field) =>
        table.options[field.name] !== undefined &&
        table.options[field.name] !== false &&
        table.options[field.name] !== '',
    )
    .sort((a, b) => Number(b.is_pack) - Number(a.is_pack) || isUsual(a) - isUsual(b))
    .map((field) => ({
      name: field.name,
      label: field.label,
      value: valueLabel(field, table.options[field.name] ?? '', table),
      unusual: !isUsual(field),
      pack: field.is_pack,
    }));
  return [
    ...lines.slice(0, 3),
    { name: '(pace)', label: t('pace'), value: t(`pace.${table.pace}`), unusual: false, pack: false },
  ];
}
