/** A sorted list of rows in chunks, so that inserting or removing a row copies one chunk; lists that a caller still uses never change. */

/** Number of rows of a new chunk; one that becomes twice as long is split. */
const CHUNK_ROWS = 2_048;

/** Position in a list: index of the chunk and index within it. */
interface Position {
  readonly chunk: number;
  readonly index: number;
}

/** Returns the first index below `length` for which `isAfter` is true, by binary search; `length` if there is none. */
export const firstIndex = (length: number, isAfter: (index: number) => boolean): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

export class RowOrder {
  readonly #chunks: readonly Uint32Array[];

  private constructor(chunks: readonly Uint32Array[]) {
    this.#chunks = chunks;
  }

  static of(sorted: Uint32Array): RowOrder {
    const chunks: Uint32Array[] = [];
    for (let from = 0; from < sorted.length; from += CHUNK_ROWS) chunks.push(sorted.slice(from, from + CHUNK_ROWS));
    return new RowOrder(chunks);
  }

  /** Returns the position of the first row for which `isAfter` is true; it must be true for all rows after that. */
  #find(isAfter: (row: number) => boolean): Position {
    const chunk = firstIndex(this.#chunks.length, (at) => isAfter(this.#chunks[at]?.at(-1) ?? 0));
    const rows = this.#chunks[chunk];
    return { chunk, index: rows === undefined ? 0 : firstIndex(rows.length, (at) => isAfter(rows[at] ?? 0)) };
  }

  #with(chunk: number, ...parts: Uint32Array[]): RowOrder {
    return new RowOrder(this.#chunks.toSpliced(chunk, 1, ...parts.filter(({ length }) => length > 0)));
  }

  /** Returns the list with a row before the first row for which `isAfter` is true. */
  inserted(row: number, isAfter: (row: number) => boolean): RowOrder {
    const found = this.#find(isAfter);
    // A row after all others is added to the last chunk.
    const chunk = Math.min(found.chunk, Math.max(0, this.#chunks.length - 1));
    const rows = this.#chunks[chunk] ?? new Uint32Array();
    const index = chunk === found.chunk ? found.index : rows.length;
    const longer = new Uint32Array(rows.length + 1);
    longer.set(rows.subarray(0, index));
    longer[index] = row;
    longer.set(rows.subarray(index), index + 1);
    return longer.length < 2 * CHUNK_ROWS
      ? this.#with(chunk, longer)
      : this.#with(chunk, longer.slice(0, CHUNK_ROWS), longer.slice(CHUNK_ROWS));
  }

  /** Returns the list without a row, which is the first one for which `isAtOrAfter` is true. Throws if it is not. */
  removed(row: number, isAtOrAfter: (row: number) => boolean): RowOrder {
    const { chunk, index } = this.#find(isAtOrAfter);
    const rows = this.#chunks[chunk];
    if (rows?.[index] !== row) throw new RangeError(`row ${row} is not where its sort keys are`);
    const shorter = new Uint32Array(rows.length - 1);
    shorter.set(rows.subarray(0, index));
    shorter.set(rows.subarray(index + 1), index);
    return this.#with(chunk, shorter);
  }

  /** Calls `visit` with the rows from the first one for which `isAfter` is true, in order, until it returns false. */
  visitFrom(isAfter: ((row: number) => boolean) | undefined, visit: (row: number) => boolean): void {
    let { chunk, index } = isAfter === undefined ? { chunk: 0, index: 0 } : this.#find(isAfter);
    for (; chunk < this.#chunks.length; chunk++, index = 0) {
      const rows = this.#chunks[chunk] ?? new Uint32Array();
      for (; index < rows.length; index++) if (!visit(rows[index] ?? 0)) return;
    }
  }

  /** Returns the rows from the first one for which `isAfter` is true, in order. */
  *rowsFrom(isAfter: ((row: number) => boolean) | undefined): Generator<number, undefined> {
    let { chunk, index } = isAfter === undefined ? { chunk: 0, index: 0 } : this.#find(isAfter);
    for (; chunk < this.#chunks.length; chunk++, index = 0) yield* (this.#chunks[chunk] ?? new Uint32Array()).subarray(index);
  }
}
