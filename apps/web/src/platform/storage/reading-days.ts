/** Reading time by book and day, stored on the device until it is sent to the server. */
import type { ReaderDatabase, ReadingDayEntry } from './reader-database.ts';

const DAY_SECONDS = 86_400;

/** Returns the day of a time in the device's time zone, as YYYY-MM-DD. */
export const calendarDayOf = (ms: number): string => {
  const at = new Date(ms);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** Adds reading time to a day. The result is limited to the length of a day, because several tabs may count at the same time. */
export const addReadingSeconds = (db: ReaderDatabase, owner: string, bookId: string, day: string, seconds: number): Promise<void> =>
  db.transaction('rw', db.readingDays, async () => {
    const before = await db.readingDays.get([owner, bookId, day]);
    const entry = { owner, bookId, day, sentSeconds: before?.sentSeconds ?? 0 };
    await db.readingDays.put({ ...entry, seconds: Math.min(DAY_SECONDS, (before?.seconds ?? 0) + seconds) });
  });

export const listUnsentDays = async (db: ReaderDatabase, owner: string): Promise<ReadingDayEntry[]> =>
  (await db.readingDays.where({ owner }).toArray()).filter(({ seconds, sentSeconds }) => seconds > sentSeconds);

/** Deletes the reading time of a user whose recording is switched off. */
export const deleteDays = async (db: ReaderDatabase, owner: string): Promise<void> => {
  await db.readingDays.where({ owner }).delete();
};

/**
 * Records that the server has stored the reading times in `sent`; time added since stays unsent. Deletes days before `today` that were
 * sent.
 */
export const markDaysSent = (db: ReaderDatabase, sent: readonly ReadingDayEntry[], today: string): Promise<void> =>
  db.transaction('rw', db.readingDays, async () => {
    for (const { owner, bookId, day, seconds } of sent) {
      const now = await db.readingDays.get([owner, bookId, day]);
      if (now === undefined) continue;
      if (day < today && now.seconds <= seconds) await db.readingDays.delete([owner, bookId, day]);
      else await db.readingDays.put({ ...now, sentSeconds: seconds });
    }
  });
