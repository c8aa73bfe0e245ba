/** Dry sounds made of matter: a knock is a burst of noise through a narrow filter. Off unless somebody wants them. */
import { me } from './me.svelte';

/** pitch in Hz, length in s, loudness 0–1. */
const SOUNDS = {
  chair: [[180, 0.09, 0.25], [140, 0.12, 0.2]],
  spoon: [[2600, 0.25, 0.12], [3900, 0.2, 0.06]],
  cork: [[420, 0.05, 0.5], [900, 0.03, 0.2]],
  knock: [[640, 0.045, 0.3]],
  tick: [[1500, 0.02, 0.12]],
} as const;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!me.sounds) return;
  context ??= new AudioContext();
  let start = context.currentTime;
  for (const [pitch, length, loudness] of SOUNDS[sound]) {
    const noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-6 * i) / data.length);
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 12 });
    const gain = new GainNode(context, { gain: loudness * 4 });
    source.connect(filter).connect(gain).connect(context.destination);
    source.start(start);
    start += length * 0.6;
  }
}
