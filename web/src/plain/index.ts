/** Screens for a game that has none of its own: plain, and playable at once. */
import type { Component } from 'svelte';
import type { GameProps } from '$lib/game';
import PlainBoard from './PlainBoard.svelte';
import PlainSeat from './PlainSeat.svelte';
import PlainTable from './PlainTable.svelte';
import PlainZone from './PlainZone.svelte';

export const Board = PlainBoard as unknown as Component<GameProps<never, never>>;
export const Seat = PlainSeat as unknown as Component<GameProps<never, never>>;
export const Table = PlainTable as unknown as Component<GameProps<never, never>>;
export const Zone = PlainZone as unknown as Component<GameProps<never, never>>;
