/**
 * Entries of local storage: a value with an expiry. Without other dependencies, because the inline script of the reading page contains this
 * module (`early-open/main.ts`).
 */

export interface StoredEntry {
  readonly value: unknown;
  /** UTC ms. */
  readonly expiresAt: number;
}

/** Returns whether values can be stored; false if the browser blocks local storage (private mode, policy). */
export const canStoreValues = (): boolean => {
  try {
    localStorage.setItem('storage-probe', '1');
    localStorage.removeItem('storage-probe');
    return true;
  } catch {
    return false;
  }
};

const memory = new Map<string, string>();
const memoryStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, text) => void memory.set(key, text),
  removeItem: (key) => void memory.delete(key),
};

/** Storage of the entries: local storage, or memory if the browser blocks it. */
const storage = canStoreValues() ? localStorage : memoryStorage;

const parse = (text: string): StoredEntry | undefined => {
  try {
    const entry = JSON.parse(text) as Partial<StoredEntry> | null;
    return typeof entry?.expiresAt === 'number' ? { value: entry.value, expiresAt: entry.expiresAt } : undefined;
  } catch {
    // A malformed entry counts as absent.
    return undefined;
  }
};

/** Returns the entry; undefined if it is absent, malformed or expired. The last two are removed. */
export const findEntry = (key: string, nowMs: number): StoredEntry | undefined => {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  const entry = parse(text);
  if (entry !== undefined && entry.expiresAt > nowMs) return entry;
  storage.removeItem(key);
  return undefined;
};

export const storeEntry = (key: string, entry: StoredEntry): void => storage.setItem(key, JSON.stringify(entry));

export const removeEntry = (key: string): void => storage.removeItem(key);
