/** Pencil marks: the digits somebody thinks possible under a stone. They never leave the device. */
import type { Pencil } from '$lib/game';

const GRID = 'grid';

export class Notes {
  readonly #pencil: Pencil;
  readonly #digits: number[];

  constructor(pencil: Pencil, digits: number[]) {
    this.#pencil = pencil;
    this.#digits = digits;
  }

  /** What is written on this cell, in order. Notes of an earlier game at the same table are not shown. */
  of(cell: number): number[] {
    const written = this.#pencil.read(String(cell));
    return Array.isArray(written) && this.#isSameGrid() ? (written as number[]) : [];
  }

  toggle(cell: number, digit: number): number[] {
    if (!this.#isSameGrid()) this.#pencil.clear();
    const before = this.of(cell);
    const after = before.includes(digit) ? before.filter((other) => other !== digit) : [...before, digit].sort();
    this.#pencil.write(String(cell), after.length > 0 ? after : undefined);
    this.#pencil.write(GRID, this.#digits.join(''));
    return after;
  }

  clear(cell: number): void {
    this.#pencil.write(String(cell), undefined);
  }

  /** Digits that lay open when the last note was written still lie open on the same grid. */
  #isSameGrid(): boolean {
    const known = this.#pencil.read(GRID);
    return (
      typeof known !== 'string' ||
      [...known].every((digit, cell) => digit === '0' || Number(digit) === this.#digits[cell])
    );
  }
}
