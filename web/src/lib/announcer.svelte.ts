/** Where a voice is heard. Behind an open sheet nothing is read out: so each sheet has a place of its own. */
class Ear {
  text = $state('');
}

/** One voice for screen readers. Sentences said in the same moment are said together, so that none is swallowed. */
class Announcer {
  /** What lies on top comes last; only there it is said. */
  #ears: Ear[] = [];
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** After so many ms nothing of it is left, where forgetting is the game. */
  stays: number | null = null;
  #end: ReturnType<typeof setTimeout> | undefined;

  say = (text: string): void => {
    this.#waiting.push(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const said = this.#waiting.join(' ');
      this.#waiting = [];
      const top = this.#ears.at(-1);
      // The same sentence twice must change the text, or it is not read again.
      const text = said === top?.text ? `${said}\u200b` : said;
      // What was said before a sheet opened is not read again when it is gone.
      for (const ear of this.#ears) ear.text = ear === top ? text : '';
      clearTimeout(this.#end);
      if (this.stays !== null) this.#end = setTimeout(this.#fade, this.stays);
    }, 60);
  };

  /** One more place, over all others. It is silent until something is said. */
  listen(): Ear {
    const ear = new Ear();
    this.#ears.push(ear);
    return ear;
  }

  leave(ear: Ear): void {
    this.#ears = this.#ears.filter((one) => one !== ear);
  }

  /** Whoever leaves a table takes nothing along that was said there, or was just about to be. */
  forget(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#end);
    this.#waiting = [];
    this.stays = null;
    this.#fade();
  }

  #fade = (): void => {
    for (const ear of this.#ears) ear.text = '';
  };
}

export const announcer = new Announcer();
export const announce = announcer.say;
