/** Reads a user's preferences when a book is opened. */
import { defaultReadingPreferences, type ReadingPreferences } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findStoredPreferences } from './preferences-store.ts';

/** Returns the user's preferences; undefined if none was ever set. Preferences added in a later release have their defaults. */
export const findPreferences = async (db: Queryable, userId: string): Promise<ReadingPreferences | undefined> => {
  const stored = await findStoredPreferences(db, userId);
  return stored && { ...defaultReadingPreferences, ...stored.preferences };
};
