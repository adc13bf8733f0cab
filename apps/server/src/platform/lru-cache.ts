/** A bounded cache in memory. The least recently used entries are removed first. `undefined` is not a value: it means that there is no entry. */

interface LruOptions<Value> {
  /** Maximum of the summed sizes of all entries. */
  readonly max: number;
  /** Returns the size of an entry; by default every entry has size 1. */
  readonly sizeOf?: (value: Value) => number;
  /** Called with each entry that is replaced or removed, except by `clear`. */
  readonly onRemoved?: (value: Value) => void;
}

export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #max: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #onRemoved: ((value: Value) => void) | undefined;
  #total = 0;

  constructor({ max, sizeOf = () => 1, onRemoved }: LruOptions<Value>) {
    this.#max = max;
    this.#sizeOf = sizeOf;
    this.#onRemoved = onRemoved;
  }

  /** Returns the entry of a key. The entry counts as used. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** Replaces the entry, then removes the least recently used ones until the rest fits. */
  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#total += this.#sizeOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#max) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): boolean {
    const value = this.#entries.get(key);
    if (value === undefined) return false;
    this.#total -= this.#sizeOf(value);
    this.#entries.delete(key);
    this.#onRemoved?.(value);
    return true;
  }

  clear(): void {
    this.#entries.clear();
    this.#total = 0;
  }

  /** Returns the number of entries. */
  get count(): number {
    return this.#entries.size;
  }

  /** Returns all entries, the least recently used first. */
  entries(): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }
}
