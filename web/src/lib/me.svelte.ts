/** Who one is on this device: asked once, remembered, never sent but to a table one sits down at. */
import { EMBLEMS, isEmblem, type EmblemName } from './emblems';
import { recall, remember } from './keep';

export const NAME_LENGTH = 20;

class Me {
  name = $state('');
  emblem = $state<EmblemName>(EMBLEMS[Math.floor(Math.random() * EMBLEMS.length)] ?? 'poire');
  /** Percent of normal time this person wants. */
  comfort = $state(100);
  /** 0–100; 0 is silence. */
  volume = $state(50);
  /** May the device tremble? */
  tremor = $state(true);
  /** What others say comes up beside their emblems. */
  bubbles = $state(true);

  constructor() {
    const kept = recall<{
      name?: string;
      emblem?: string;
      comfort?: number;
      volume?: number;
      tremor?: boolean;
      bubbles?: boolean;
    }>('me');
    if (!kept) return;
    if (typeof kept.name === 'string') this.name = kept.name.slice(0, NAME_LENGTH);
    if (isEmblem(kept.emblem)) this.emblem = kept.emblem;
    if (typeof kept.comfort === 'number') this.comfort = Math.min(300, Math.max(100, kept.comfort));
    if (typeof kept.volume === 'number') this.volume = Math.min(100, Math.max(0, kept.volume));
    this.tremor = kept.tremor !== false;
    this.bubbles = kept.bubbles !== false;
  }

  keep(): void {
    remember('me', {
      name: this.name,
      emblem: this.emblem,
      comfort: this.comfort,
      volume: this.volume,
      tremor: this.tremor,
      bubbles: this.bubbles,
    });
  }
}

export const me = new Me();
