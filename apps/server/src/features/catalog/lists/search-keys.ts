/** The keys of the versions whose text can be found, as one bit for each key. A change copies the bits. */
import type { BookColumns } from './book-columns.ts';

export class SearchKeys {
  readonly #bits: Uint32Array;

  private constructor(bits: Uint32Array) {
    this.#bits = bits;
  }

  /** Returns the keys of all published books. */
  static of(columns: BookColumns): SearchKeys {
    const keys: number[] = [];
    for (let row = 0; row < columns.rows; row++) if (columns.isListed(row)) keys.push(columns.get('searchKey', row));
    return new SearchKeys(new Uint32Array()).with({ removed: [], added: keys });
  }

  has(key: number): boolean {
    return ((this.#bits[key >>> 5] ?? 0) & (1 << (key & 31))) !== 0;
  }

  with({ removed, added }: { readonly removed: readonly number[]; readonly added: readonly number[] }): SearchKeys {
    const greatest = added.reduce((most, key) => Math.max(most, key), 0);
    const bits = new Uint32Array(Math.max(this.#bits.length, (greatest >>> 5) + 1));
    bits.set(this.#bits);
    for (const key of removed) bits[key >>> 5] = (bits[key >>> 5] ?? 0) & ~(1 << (key & 31));
    for (const key of added) bits[key >>> 5] = (bits[key >>> 5] ?? 0) | (1 << (key & 31));
    return new SearchKeys(bits);
  }
}
