/**
 * The numbers by which published books are sorted and counted, in columns of typed arrays: about 40 bytes for each book. A change copies the
 * chunk that contains the book, so columns that a caller still uses never change.
 */
import { comparePacked, ID_INTEGERS, packId, unpackId } from './packed-id.ts';

const CHUNK_BITS = 12;
/** Number of rows in a chunk. */
export const CHUNK_ROWS = 2 ** CHUNK_BITS;

/** Fields with small numbers. Those that are texts in the database are stored as their index in a dictionary. */
export const NUMBER_FIELDS = [
  'access',
  'level',
  'language',
  'publisher',
  'plan',
  'media',
  'year',
  'categories',
  'edition',
  'score',
  'rating',
  'searchKey',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** The numbers of one book. */
export type BookValues = Readonly<Record<NumberField, number>> & { readonly publishedAt: number };

/** A column of one chunk. Its type is the smallest one that can store the numbers of the chunk. */
export type NumberColumn = Uint8Array | Uint16Array | Uint32Array;

export interface BookChunk {
  /** The packed ids of the rows that were read in the order of their ids. */
  readonly ids: Uint32Array;
  readonly publishedAt: Float64Array;
  readonly fields: Readonly<Record<NumberField, NumberColumn>>;
  /** 1 for a row whose book is published, otherwise 0. */
  readonly isListed: Uint8Array;
}

const emptyColumn = (max: number): NumberColumn => {
  if (max < 2 ** 8) return new Uint8Array(CHUNK_ROWS);
  return max < 2 ** 16 ? new Uint16Array(CHUNK_ROWS) : new Uint32Array(CHUNK_ROWS);
};

const MAX_OF: Readonly<Record<number, number>> = { 1: 2 ** 8, 2: 2 ** 16, 4: 2 ** 32 };

/** Returns the column, or a copy of a wider type if it cannot store this number. */
const wideEnough = (column: NumberColumn, value: number): NumberColumn => {
  if (value < (MAX_OF[column.BYTES_PER_ELEMENT] ?? 0)) return column;
  const wider = emptyColumn(value);
  wider.set(column);
  return wider;
};

type MutableChunk = { -readonly [Name in keyof BookChunk]: BookChunk[Name] } & { fields: Record<NumberField, NumberColumn> };

const fieldsFrom = (make: (field: NumberField) => NumberColumn): Record<NumberField, NumberColumn> =>
  Object.fromEntries(NUMBER_FIELDS.map((field) => [field, make(field)])) as Record<NumberField, NumberColumn>;

const emptyChunk = (): MutableChunk => ({
  ids: new Uint32Array(CHUNK_ROWS * ID_INTEGERS),
  publishedAt: new Float64Array(CHUNK_ROWS),
  fields: fieldsFrom(() => emptyColumn(0)),
  isListed: new Uint8Array(CHUNK_ROWS),
});

const copyChunk = ({ ids, publishedAt, fields, isListed }: BookChunk): MutableChunk => ({
  ids,
  publishedAt: publishedAt.slice(),
  fields: fieldsFrom((field) => fields[field].slice()),
  isListed: isListed.slice(),
});

const write = (chunk: MutableChunk, index: number, values: BookValues): void => {
  chunk.isListed[index] = 1;
  chunk.publishedAt[index] = values.publishedAt;
  for (const field of NUMBER_FIELDS) {
    const column = wideEnough(chunk.fields[field], values[field]);
    column[index] = values[field];
    chunk.fields[field] = column;
  }
};

/** The rows of books that were added after the columns were read, or whose ids are not ULIDs. Rows are only added, never removed. */
interface LaterRows {
  readonly ids: string[];
  readonly rows: Map<string, number>;
}

export class BookColumns {
  readonly chunks: readonly BookChunk[];
  /** Number of rows that are in the order of their ids; the other rows follow. */
  readonly sortedRows: number;
  readonly #later: LaterRows;

  private constructor(chunks: readonly BookChunk[], sorted: number, later: LaterRows) {
    this.chunks = chunks;
    this.sortedRows = sorted;
    this.#later = later;
  }

  /** Reads pages of books in the order of their ids. */
  static builder(): { add(id: string, values: BookValues): number; build(): BookColumns } {
    const chunks: MutableChunk[] = [];
    const odd: { id: string; values: BookValues }[] = [];
    let rows = 0;
    let last: Uint32Array | undefined;
    return {
      add(id, values) {
        const packed = packId(id);
        if (packed === undefined || (last !== undefined && comparePacked(packed, 0, last) <= 0)) {
          odd.push({ id, values });
          return -odd.length;
        }
        last = packed;
        const index = rows % CHUNK_ROWS;
        if (index === 0) chunks.push(emptyChunk());
        const chunk = chunks[rows >> CHUNK_BITS] as MutableChunk;
        chunk.ids.set(packed, index * ID_INTEGERS);
        write(chunk, index, values);
        return rows++;
      },
      build: () => {
        const columns = new BookColumns(chunks, rows, { ids: [], rows: new Map() });
        return columns.withBooks(odd);
      },
    };
  }

  /** Number of rows, including those of books that are no longer published. */
  get rows(): number {
    return this.sortedRows + this.#later.ids.length;
  }

  #chunkOf(row: number): BookChunk | undefined {
    return this.chunks[row >> CHUNK_BITS];
  }

  /** Returns a number of a row. */
  get(field: NumberField, row: number): number {
    return this.#chunkOf(row)?.fields[field][row % CHUNK_ROWS] ?? 0;
  }

  publishedAt(row: number): number {
    return this.#chunkOf(row)?.publishedAt[row % CHUNK_ROWS] ?? 0;
  }

  /** Returns whether the book of a row is published. */
  isListed(row: number): boolean {
    return this.#chunkOf(row)?.isListed[row % CHUNK_ROWS] === 1;
  }

  idOf(row: number): string {
    if (row >= this.sortedRows) return this.#later.ids[row - this.sortedRows] ?? '';
    return unpackId(this.#chunkOf(row)?.ids ?? new Uint32Array(ID_INTEGERS), (row % CHUNK_ROWS) * ID_INTEGERS);
  }

  /** Compares the ids of two rows. Returns a negative number if the id of `a` comes before that of `b`. */
  compareIds(a: number, b: number): number {
    if (a < this.sortedRows && b < this.sortedRows) return a - b;
    const [mine, other] = [this.idOf(a), this.idOf(b)];
    return mine < other ? -1 : mine > other ? 1 : 0;
  }

  /** Returns the row of a published book; undefined for another book. */
  rowOf(id: string): number | undefined {
    const row = this.#findRow(id);
    return row !== undefined && this.isListed(row) ? row : undefined;
  }

  #findRow(id: string): number | undefined {
    const later = this.#later.rows.get(id);
    if (later !== undefined) return later;
    const packed = packId(id);
    if (packed === undefined) return undefined;
    let [low, high] = [0, this.sortedRows - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = comparePacked(this.#chunkOf(middle)?.ids ?? packed, (middle % CHUNK_ROWS) * ID_INTEGERS, packed);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Returns columns with these books changed or added, or removed from the published ones if they have no values. */
  withBooks(books: readonly { readonly id: string; readonly values: BookValues | undefined }[]): BookColumns {
    if (books.length === 0) return this;
    const chunks = [...this.chunks];
    const copied = new Map<number, MutableChunk>();
    for (const { id, values } of books) {
      let row = this.#findRow(id);
      if (row === undefined && values === undefined) continue;
      if (row === undefined) {
        row = this.rows;
        this.#later.ids.push(id);
        this.#later.rows.set(id, row);
      }
      const at = row >> CHUNK_BITS;
      const before = chunks[at];
      const chunk = copied.get(at) ?? (before === undefined ? emptyChunk() : copyChunk(before));
      copied.set(at, chunk);
      chunks[at] = chunk;
      if (values === undefined) chunk.isListed[row % CHUNK_ROWS] = 0;
      else write(chunk, row % CHUNK_ROWS, values);
    }
    return new BookColumns(chunks, this.sortedRows, this.#later);
  }
}
