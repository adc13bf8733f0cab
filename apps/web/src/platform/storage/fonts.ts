/** Font files that were added on this device. */
import type { FontEntry, ReaderDatabase } from './reader-database.ts';

/** Stores a font with its file. A font that is already stored is replaced. */
export const storeFont = (db: ReaderDatabase, font: FontEntry, bytes: ArrayBuffer): Promise<void> =>
  db.transaction('rw', db.fonts, db.fontFiles, async () => {
    await db.fonts.put(font);
    await db.fontFiles.put({ id: font.id, bytes });
  });

export const removeFont = (db: ReaderDatabase, id: string): Promise<void> =>
  db.transaction('rw', db.fonts, db.fontFiles, async () => {
    await db.fonts.delete(id);
    await db.fontFiles.delete(id);
  });

/** Lists the fonts in the order in which they were added. */
export const listFonts = async (db: ReaderDatabase): Promise<FontEntry[]> =>
  (await db.fonts.toArray()).toSorted((one, other) => one.addedAt - other.addedAt);

export const findFontFile = async (db: ReaderDatabase, id: string): Promise<ArrayBuffer | undefined> => (await db.fontFiles.get(id))?.bytes;
