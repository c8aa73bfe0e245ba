/** How a place of the lobby is shown: its name, its emblem, a note. */
import { t } from '$lib/i18n.svelte';
import type { GameInfo } from '$lib/pages';
import type { Place } from '$lib/wire';

export { emblemsOf } from '$lib/emblems';

export function nameOf(place: Place, info: GameInfo | null): string {
  if (place.kind === 'free') return t('place.free');
  return place.name || info?.bots.find((bot) => bot.level === place.level)?.name || t('bot');
}

export function noteOf(place: Place, info: GameInfo | null, mine: boolean): string {
  if (place.kind === 'free') return t('place.number', { number: place.place + 1 });
  if (place.kind === 'bot')
    return t('place.bot', {
      level: (info?.bots.find((bot) => bot.level === place.level)?.label ?? place.level ?? '').toLocaleLowerCase(),
    });
  if (!place.here) return t('place.away');
  const note = place.ready
    ? t('place.ready')
    : mine
      ? t('place.you')
      : place.host
        ? t('place.host')
        : t('place.settling');
  return place.percent > 100 ? `${note} · ${t('place.comfort', { times: place.percent / 100 })}` : note;
}

export function stateOf(place: Place): 'think' | 'away' | null {
  if (place.kind !== 'person') return null;
  if (!place.here) return 'away';
  return place.ready || place.host ? null : 'think';
}
