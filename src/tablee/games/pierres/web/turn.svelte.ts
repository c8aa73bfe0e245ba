/** One person's turn: what the table asks of them, what they have marked, said and pencilled, and doing it. */
import type { Ask } from '$lib/game';
import { announceable, awaitedAsk, cellName, CENTRE, digitOf, drawing, placeOf, removable, timeLeft } from './grid';
import { Notes } from './notes.svelte';
import type { PierresAction, PierresBoard, PierresProps } from './types';

export class Turn {
  /** Where the arrow keys, the loupe and the pencil are. */
  cursor = $state(CENTRE);
  writing = $state(false);
  #mark = $state<number | null>(null);
  #saying = $state<number | null>(null);
  #asked = '';
  readonly #props: () => PierresProps;

  constructor(props: () => PierresProps) {
    this.#props = props;
  }

  // --- What the table says -----------------------------------------------------------------------------------------

  get board(): PierresBoard {
    return this.#props().frame.board;
  }
  get isOver(): boolean {
    return this.#props().frame.outcome !== null;
  }
  /** The ask the table waits for, whoever it is of. */
  current: Ask | null = $derived.by(() => awaitedAsk(this.#props().frame.asks));
  awaited: number | null = $derived(this.current?.awaited[0] ?? null);
  /** Tournoi: this person has no time left. */
  isSpent: boolean = $derived.by(() => {
    const { frame, seat } = this.#props();
    return (
      !this.isOver &&
      seat !== null &&
      this.board.time_left.length > 0 &&
      this.awaited !== seat &&
      timeLeft(frame, seat, frame.now) === 0
    );
  });

  // --- What this seat may do ---------------------------------------------------------------------------------------

  ask: Ask | null = $derived.by(() => {
    const { seat, moves, still } = this.#props();
    return this.current !== null && seat !== null && this.current.awaited.includes(seat) && moves.length > 0 && !still
      ? this.current
      : null;
  });
  cells: Set<number> = $derived.by(() => (this.ask ? removable(this.#props().moves) : new Set<number>()));
  digits: Set<number> = $derived.by(() => (this.ask ? announceable(this.#props().moves) : new Set<number>()));
  draw: PierresAction | undefined = $derived.by(() => (this.ask ? drawing(this.#props().moves) : undefined));
  /** The stones to choose from; null: none is being chosen. */
  choices: Set<number> | null = $derived(this.cells.size > 0 && !this.writing ? this.cells : null);
  isAnnouncing: boolean = $derived(this.digits.size > 0);

  // --- What they are about to do -----------------------------------------------------------------------------------

  marked: number | null = $derived(this.#mark !== null && this.cells.has(this.#mark) ? this.#mark : null);
  said: number | null = $derived(this.#saying !== null && this.digits.has(this.#saying) ? this.#saying : null);
  action: PierresAction | null = $derived.by(() => {
    if (this.draw) return this.draw;
    if (this.marked !== null) return { type: 'Remove', cell: this.marked };
    return this.said !== null ? { type: 'Announce', digit: this.said } : null;
  });
  wanted: number | null = $derived(this.board.number ?? this.said);
  notes: Notes = $derived.by(() => new Notes(this.#props().pencil, this.board.digits));
  canWrite: boolean = $derived.by(() => this.#props().seat !== null && this.#props().code !== '' && !this.isOver);

  /** A question to this seat puts the pencil away, once; nothing is marked any more. */
  follow(): void {
    const id = this.ask?.id ?? '';
    if (id === this.#asked) return;
    if (id !== '') this.writing = false;
    this.#asked = id;
    this.#forget();
  }

  async confirm(): Promise<void> {
    const { busy, play } = this.#props();
    if (this.action === null || busy || this.ask === null) return;
    if ((await play(this.action, this.ask.id)) === null) this.#forget();
  }

  choose(cell: number): void {
    this.cursor = cell;
    if (this.writing) return;
    if (this.cells.has(cell)) {
      if (this.#mark === cell) return;
      this.#mark = cell;
      const { announce, words } = this.#props();
      announce(`${words.label('board.cell', placeOf(cell))}. ${words.label('board.marked')}`);
    } else if (this.choices !== null) {
      this.#explain({ type: 'Remove', cell });
    }
  }

  say(digit: number): void {
    if (this.digits.has(digit)) this.#saying = digit;
    else if (this.isAnnouncing) this.#explain({ type: 'Announce', digit });
  }

  note(digit: number): void {
    if (!this.canWrite || (this.board.digits[this.cursor] ?? 0) !== 0) return;
    const { announce, words } = this.#props();
    const written = this.notes.toggle(this.cursor, digit);
    announce(`${cellName(this.cursor)}, ${words.label('board.notes')} ${written.join(' ')}`);
  }

  rub(cell: number): void {
    if (this.canWrite) this.notes.clear(cell);
  }

  // --- By keyboard -------------------------------------------------------------------------------------------------

  /** Digits say what they mean: announced where one announces, else written on the stone. */
  type(key: string): boolean {
    const digit = digitOf(key);
    if (digit === null) return false;
    if (!this.isAnnouncing || this.writing) this.note(digit);
    else if (digit === this.said) void this.confirm();
    else this.say(digit);
    return true;
  }

  /** A key on a cell of the board. */
  press(event: KeyboardEvent, cell: number): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.type(event.key)) event.preventDefault();
    else if (event.key === 'Enter' || event.key === ' ') {
      if (this.action !== null && (cell === this.marked || this.draw || this.said !== null)) void this.confirm();
      else this.choose(cell);
      event.preventDefault();
    } else if (event.key === 'Escape') this.#forget();
    else if (event.key === 'Delete' || event.key === 'Backspace') this.rub(cell);
  }

  #forget(): void {
    this.#mark = null;
    this.#saying = null;
  }

  /** What cannot be done is asked all the same: the referee says which rule forbids it, and nothing changes. */
  #explain(impossible: PierresAction): void {
    const { busy, play } = this.#props();
    if (this.ask !== null && !busy) void play(impossible, this.ask.id);
  }
}
