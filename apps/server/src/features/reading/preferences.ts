/** How a person likes to read, for whoever opens a book for them. */
import { defaultReadingPreferences, type ReadingPreferences } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findStoredPreferences } from './preferences-store.ts';

/** Undefined when the person has never chosen anything. A preference added since they chose has its default. */
export const findPreferences = async (db: Queryable, userId: string): Promise<ReadingPreferences | undefined> => {
  const stored = await findStoredPreferences(db, userId);
  return stored && { ...defaultReadingPreferences, ...stored.preferences };
};
