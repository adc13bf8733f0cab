/** Values in local storage with an expiry and a schema; an expired or invalid value reads as absent (specification.md §4). */
import type { z } from 'zod';
import { CLIENT_LIMITS } from '../limits.ts';
import { findEntry, removeEntry, storeEntry } from './stored-entry.ts';

export interface StoredValue<Value> {
  readonly key: string;
  find: (nowMs?: number) => Value | undefined;
  store: (value: Value, nowMs?: number) => void;
  /** Returns the time when the value was stored, UTC ms; undefined if the value is absent or expired. */
  findStoredAt: (nowMs?: number) => number | undefined;
  remove: () => void;
}

/** Returns a value under `key`, validated by `schema` when read; expires `lifetimeMs` after each store (default: 365 days). */
export const storedValue = <Value>(
  key: string,
  schema: z.ZodType<Value>,
  lifetimeMs: number = CLIENT_LIMITS.storedValueLifetimeMs,
): StoredValue<Value> => ({
  key,
  find: (nowMs = Date.now()) => {
    const entry = findEntry(key, nowMs);
    if (entry === undefined) return undefined;
    const value = schema.safeParse(entry.value);
    if (value.success) return value.data;
    removeEntry(key);
    return undefined;
  },
  store: (value, nowMs = Date.now()) => storeEntry(key, { value, expiresAt: nowMs + lifetimeMs }),
  findStoredAt: (nowMs = Date.now()) => {
    const entry = findEntry(key, nowMs);
    return entry && entry.expiresAt - lifetimeMs;
  },
  remove: () => removeEntry(key),
});
