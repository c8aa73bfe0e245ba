/** The pieces a game's screens may use: `import { Emblem, Clock } from '$lib'`. */
export { default as Bubble } from './Bubble.svelte';
export { default as Button } from './Button.svelte';
export { default as Card } from './Card.svelte';
export { default as Clock } from './Clock.svelte';
export { default as Emblem } from './Emblem.svelte';
export { default as Icon } from './Icon.svelte';
export { default as Seat } from './Seat.svelte';
export { default as Sheet } from './Sheet.svelte';
export { default as Strip } from './Strip.svelte';
export { default as Torchon } from './Torchon.svelte';
export { default as Wide } from './Wide.svelte';
export { list, speech } from './i18n.svelte';
export { media } from './media.svelte';
export { scrolls } from './scroll';
export { play as sound, type Sound } from './sound';
export { toasts } from './toasts.svelte';
export type * from './game';
