/** Unsaved note texts, stored on every keystroke, so that a crash, a reload or the end of a session loses nothing. */
import type { Draft, ReaderDatabase } from './reader-database.ts';

/** Returns the key of a note's draft. */
export const noteDraftKey = (annotationId: string): string => `note:${annotationId}`;

export const saveDraft = async (
  db: ReaderDatabase,
  owner: string,
  key: string,
  body: string,
  nowMs: number = Date.now(),
): Promise<void> => {
  await db.drafts.put({ owner, key, body, updatedAt: nowMs });
};

export const findDraft = async (db: ReaderDatabase, owner: string, key: string): Promise<Draft | undefined> => db.drafts.get([owner, key]);

export const dropDraft = async (db: ReaderDatabase, owner: string, key: string): Promise<void> => db.drafts.delete([owner, key]);
