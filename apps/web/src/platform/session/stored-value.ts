/** Values in local storage with an expiry; an expired value reads as absent (specification.md §4). */
import { z } from 'zod';
import { CLIENT_LIMITS } from '../limits.ts';

const stored = z.object({ value: z.unknown(), expiresAt: z.number() });

export interface StoredValue<Value> {
  readonly key: string;
  find: (nowMs?: number) => Value | undefined;
  store: (value: Value, nowMs?: number) => void;
  /** Returns the time when the value was stored, UTC ms; undefined if the value is absent or expired. */
  findStoredAt: (nowMs?: number) => number | undefined;
  remove: () => void;
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

/** Storage of the values: local storage, or memory if the browser blocks it. */
const valueStorage = canStoreValues() ? localStorage : memoryStorage;

const parseStored = (text: string): z.output<typeof stored> | undefined => {
  try {
    return stored.safeParse(JSON.parse(text)).data;
  } catch {
    // A malformed value counts as absent.
    return undefined;
  }
};

/** Returns a value under `key`, validated by `schema` when read; expires `lifetimeMs` after each store (default: 365 days). */
export const storedValue = <Value>(
  key: string,
  schema: z.ZodType<Value>,
  lifetimeMs: number = CLIENT_LIMITS.storedValueLifetimeMs,
): StoredValue<Value> => ({
  key,
  find: (nowMs = Date.now()) => {
    const text = valueStorage.getItem(key);
    if (text === null) return undefined;
    const entry = parseStored(text);
    const value = entry && entry.expiresAt > nowMs ? schema.safeParse(entry.value) : undefined;
    if (value?.success) return value.data;
    valueStorage.removeItem(key);
    return undefined;
  },
  store: (value, nowMs = Date.now()) => {
    valueStorage.setItem(key, JSON.stringify({ value, expiresAt: nowMs + lifetimeMs }));
  },
  findStoredAt: (nowMs = Date.now()) => {
    const entry = parseStored(valueStorage.getItem(key) ?? '');
    return entry && entry.expiresAt > nowMs ? entry.expiresAt - lifetimeMs : undefined;
  },
  remove: () => {
    valueStorage.removeItem(key);
  },
});
