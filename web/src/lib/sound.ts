/** Dry sounds made of matter, and a tremor where the device has one. Each is a few strokes: a knock is a burst of noise
 *  through a narrow filter, something struck rings a little. What they say always stands in words too. */
import { me } from './me.svelte';
import type { Caption } from './wire';

/** What is struck; pitch in Hz and where it slides to; length in s; loudness 0–1; when it begins, in s. */
type Stroke = readonly [
  'knock' | 'ring' | 'rustle',
  pitch: number,
  to: number,
  length: number,
  loudness: number,
  at: number,
];

const SOUNDS = {
  // House
  chair: [
    ['knock', 180, 150, 0.09, 0.6, 0],
    ['knock', 140, 120, 0.12, 0.5, 0.06],
  ],
  spoon: [
    ['ring', 2600, 2590, 0.35, 0.1, 0],
    ['ring', 3910, 3900, 0.25, 0.05, 0.01],
  ],
  cork: [
    ['ring', 300, 900, 0.05, 0.4, 0],
    ['knock', 900, 900, 0.05, 0.8, 0.04],
  ],
  knock: [['knock', 640, 600, 0.045, 0.7, 0]],
  // For this person
  turn: [
    ['knock', 520, 520, 0.05, 0.9, 0],
    ['knock', 700, 700, 0.06, 0.9, 0.13],
  ],
  success: [
    ['knock', 760, 800, 0.04, 0.8, 0],
    ['knock', 980, 1000, 0.04, 0.7, 0.07],
    ['ring', 1320, 1320, 0.22, 0.09, 0.13],
  ],
  refusal: [
    ['knock', 130, 110, 0.1, 1, 0],
    ['knock', 110, 95, 0.12, 0.8, 0.1],
  ],
  tick: [['knock', 1500, 1500, 0.02, 0.5, 0]],
  win: [
    ['ring', 300, 900, 0.05, 0.4, 0],
    ['knock', 900, 900, 0.05, 0.8, 0.04],
    ['ring', 1568, 1568, 0.5, 0.08, 0.16],
    ['ring', 2093, 2093, 0.6, 0.07, 0.26],
  ],
  // Pieces
  reveal: [
    ['rustle', 2400, 4200, 0.09, 0.4, 0],
    ['knock', 1100, 1000, 0.03, 0.6, 0.08],
  ],
  stone: [
    ['knock', 880, 820, 0.04, 0.9, 0],
    ['knock', 1150, 1080, 0.03, 0.4, 0.05],
  ],
  plop: [['ring', 520, 170, 0.13, 0.35, 0]],
  rustle: [
    ['rustle', 1800, 900, 0.16, 0.3, 0],
    ['rustle', 1400, 2000, 0.12, 0.25, 0.14],
  ],
  // A radio: its valves warm up, a switch, a needle that scratches
  hum: [
    ['ring', 98, 100, 0.5, 0.22, 0],
    ['ring', 196, 200, 0.4, 0.08, 0.06],
    ['rustle', 500, 900, 0.3, 0.08, 0.05],
  ],
  clunk: [
    ['knock', 240, 200, 0.07, 1, 0],
    ['knock', 900, 820, 0.03, 0.7, 0.05],
  ],
  scratch: [
    ['rustle', 3200, 900, 0.12, 0.45, 0],
    ['rustle', 1200, 3600, 0.16, 0.35, 0.12],
  ],
  // A classroom
  chalk: [
    ['rustle', 5200, 4400, 0.05, 0.35, 0],
    ['knock', 2600, 2400, 0.02, 0.5, 0.05],
  ],
  slate: [
    ['rustle', 900, 700, 0.14, 0.3, 0],
    ['knock', 420, 380, 0.06, 0.9, 0.13],
    ['knock', 480, 440, 0.05, 0.6, 0.24],
  ],
  dice: [
    ['knock', 1300, 1250, 0.03, 0.7, 0],
    ['knock', 1180, 1150, 0.03, 0.6, 0.09],
    ['knock', 1240, 1200, 0.03, 0.5, 0.16],
    ['knock', 1100, 1050, 0.04, 0.6, 0.21],
  ],
  ruler: [
    ['knock', 1900, 1500, 0.03, 1, 0],
    ['knock', 340, 300, 0.09, 1, 0.004],
  ],
  slap: [
    ['knock', 260, 210, 0.08, 1, 0],
    ['knock', 900, 700, 0.03, 0.7, 0],
  ],
  bell: [
    ['ring', 1480, 1480, 0.9, 0.12, 0],
    ['ring', 2217, 2217, 0.7, 0.07, 0.005],
    ['ring', 1480, 1480, 1.1, 0.1, 0.22],
    ['ring', 2217, 2217, 0.8, 0.06, 0.225],
  ],
  // A basket of yarn, its cat, and wooden totems
  yarn: [
    ['rustle', 700, 2600, 0.26, 0.3, 0],
    ['knock', 420, 380, 0.04, 0.4, 0.24],
  ],
  mrr: [
    ['ring', 150, 190, 0.06, 0.3, 0],
    ['ring', 170, 230, 0.06, 0.32, 0.055],
    ['ring', 200, 320, 0.07, 0.3, 0.11],
    ['ring', 300, 240, 0.16, 0.16, 0.17],
  ],
  wood: [['knock', 360, 330, 0.06, 0.9, 0]],
  totems: [
    ['knock', 390, 360, 0.06, 0.9, 0],
    ['knock', 330, 300, 0.06, 0.8, 0.09],
    ['knock', 410, 380, 0.05, 0.6, 0.3],
    ['knock', 340, 320, 0.05, 0.5, 0.41],
    ['knock', 400, 380, 0.04, 0.35, 0.58],
  ],
} as const satisfies Record<string, readonly Stroke[]>;

export type Sound = keyof typeof SOUNDS;

export const NAMES = Object.keys(SOUNDS) as Sound[];

/** By the code of a caption: how it sounds. */
export type Sounds = Partial<Record<string, Sound>>;

/** Of all that was told at once, the last that has a sound of its own is heard; where none has, somebody knocks. */
export function soundOf(told: readonly Pick<Caption, 'code'>[], sounds: Sounds): Sound {
  return told.map(({ code }) => sounds[code]).findLast((one) => one !== undefined) ?? 'knock';
}

/** How the device trembles, in ms on and off. */
const TREMORS: Partial<Record<Sound, number[]>> = {
  turn: [70],
  slap: [45],
  clunk: [90],
  refusal: [35, 60, 35],
  win: [60, 60, 60, 60, 180],
};

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Browsers make no noise before somebody has touched the page, and complain if one tries. */
const mayBeHeard = (): boolean => navigator.userActivation?.hasBeenActive ?? true;

/** Milliseconds. What a screen strikes for its owner and the table strikes for everybody is one sound where both are heard. */
const AT_ONCE = 80;
let last: { sound: Sound; at: number } | undefined;

export function play(sound: Sound): void {
  const at = performance.now();
  if (!mayBeHeard() || (last?.sound === sound && at - last.at < AT_ONCE)) return;
  last = { sound, at };
  const tremor = TREMORS[sound];
  if (tremor && me.tremor) navigator.vibrate?.(tremor);
  if (me.volume === 0) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const master = new GainNode(context, { gain: (me.volume / 100) ** 2 });
  master.connect(context.destination);
  for (const stroke of SOUNDS[sound]) strike(context, master, stroke);
}

function strike(audio: AudioContext, out: AudioNode, [what, pitch, to, length, loudness, at]: Stroke): void {
  const start = audio.currentTime + at;
  const end = start + length;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(
    loudness * (what === 'knock' ? 4 : 1),
    start + (what === 'rustle' ? length / 3 : 0.002),
  );
  gain.gain.exponentialRampToValueAtTime(0.0005, end);
  gain.connect(out);
  if (what === 'ring') {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    tone.frequency.exponentialRampToValueAtTime(to, end);
    tone.connect(gain);
    tone.start(start);
    tone.stop(end);
    return;
  }
  const source = new AudioBufferSourceNode(audio, { buffer: (noise ??= hiss(audio)), loop: true });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: what === 'knock' ? 12 : 1.2 });
  filter.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(filter).connect(gain);
  source.start(start, Math.random());
  source.stop(end);
}

function hiss(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}
