/** Saying a word instead of typing it, where the browser can listen. What it hears goes into the field, no further. */

interface Heard extends Event {
  readonly results: readonly (readonly { readonly transcript: string }[])[];
}
interface Recognition extends EventTarget {
  lang: string;
  maxAlternatives: number;
  start(): void;
  abort(): void;
}
type Ear = new () => Recognition;

const ears = window as { SpeechRecognition?: Ear; webkitSpeechRecognition?: Ear };

/** A microphone is only given to a page that came safely. */
const Listener = window.isSecureContext ? (ears.SpeechRecognition ?? ears.webkitSpeechRecognition) : undefined;

export class Voice {
  /** Can this browser listen? Not any more once it has said that it may not. */
  can = $state(Listener !== undefined);
  listening = $state(false);
  #recognition: Recognition | null = null;

  /** `hear` is given the first word that was understood. */
  listen(hear: (word: string) => void): void {
    if (!Listener || this.listening) return;
    const recognition = (this.#recognition = new Listener());
    recognition.lang = 'fr-FR'; // the words are French, whatever the screen's language
    recognition.maxAlternatives = 1;
    recognition.addEventListener('result', (event) => {
      const [word] = ((event as Heard).results[0]?.[0]?.transcript ?? '').trim().split(/\s+/);
      if (word) hear(word.toLowerCase());
    });
    recognition.addEventListener('error', (event) => {
      const { error } = event as Event & { error?: string };
      if (error === 'not-allowed' || error === 'service-not-allowed' || error === 'network') this.can = false;
    });
    recognition.addEventListener('end', () => (this.listening = false));
    this.listening = true;
    recognition.start();
  }

  stop(): void {
    this.#recognition?.abort();
    this.#recognition = null;
    this.listening = false;
  }
}
