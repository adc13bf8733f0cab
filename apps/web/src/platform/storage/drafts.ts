/** Note texts being typed, on disk at every keystroke, so that a crash, a reload or the end of a session loses nothing. */
import type { Draft, ReaderDatabase } from './reader-database.ts';

/** The key of the text of one mark's note. */
export const noteDraftKey = (markId: string): string => `note:${markId}`;

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
