/** Values kept in the browser's local storage with an end: an expired one reads as absent (product spec, section 4). */
import { LIMITS } from '@shufang/contract';
import { z } from 'zod';

const stored = z.object({ value: z.unknown(), expiresAt: z.number() });

export interface StoredValue<Value> {
  readonly key: string;
  find: (nowMs?: number) => Value | undefined;
  store: (value: Value, nowMs?: number) => void;
  remove: () => void;
}

/** False when the browser refuses local storage (private mode, blocked by policy): nothing is kept then. */
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

/** Local storage, or for as long as the page lives where the browser refuses it. */
const valueStorage = canStoreValues() ? localStorage : memoryStorage;

const parseStored = (text: string): z.output<typeof stored> | undefined => {
  try {
    return stored.safeParse(JSON.parse(text)).data;
  } catch {
    // Written by hand or by another program: the same as absent.
    return undefined;
  }
};

/** A value under `key`, checked by `schema` when read; lives `lifetimeMs` from each store (365 days unless told). */
export const storedValue = <Value>(
  key: string,
  schema: z.ZodType<Value>,
  lifetimeMs: number = LIMITS.storedValueLifetimeMs,
): StoredValue<Value> => ({
  key,
  find: (nowMs = Date.now()) => {
    const text = valueStorage.getItem(key);
    if (text === null) return undefined;
    const kept = parseStored(text);
    const value = kept && kept.expiresAt > nowMs ? schema.safeParse(kept.value) : undefined;
    if (value?.success) return value.data;
    valueStorage.removeItem(key);
    return undefined;
  },
  store: (value, nowMs = Date.now()) => {
    valueStorage.setItem(key, JSON.stringify({ value, expiresAt: nowMs + lifetimeMs }));
  },
  remove: () => {
    valueStorage.removeItem(key);
  },
});
