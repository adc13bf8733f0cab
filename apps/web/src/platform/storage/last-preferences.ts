/**
 * The reading preferences with which this device last showed a book, as an entry of local storage. The record in the database is
 * authoritative; the inline script of the reading page (`early-open/main.ts`), which contains this module, does not wait for it.
 */
import { findEntry, storeEntry } from '../session/stored-entry.ts';

const keyOf = (owner: string): string => `preferences:${owner}`;

/** Returns the preferences, which are not validated; undefined if there are none. */
export const findLastPreferences = (owner: string): unknown => findEntry(keyOf(owner), Date.now())?.value;

export const writeLastPreferences = (owner: string, preferences: object): void =>
  storeEntry(keyOf(owner), { value: preferences, expiresAt: Number.MAX_SAFE_INTEGER });
