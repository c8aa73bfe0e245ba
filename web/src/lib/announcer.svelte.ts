/** One voice for screen readers. Sentences said in the same moment are said together, so that none is swallowed. */
class Announcer {
  text = $state('');
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
      // The same sentence twice must change the text, or it is not read again.
      this.text = said === this.text ? `${said}\u200b` : said;
      clearTimeout(this.#end);
      if (this.stays !== null) this.#end = setTimeout(() => (this.text = ''), this.stays);
    }, 60);
  };
}

export const announcer = new Announcer();
export const announce = announcer.say;
