/** The time one reads, kept on the device by book and day until the server has heard of it. */
import type { ReaderDatabase, ReadingDayEntry } from './reader-database.ts';

const DAY_SECONDS = 86_400;

/** YYYY-MM-DD where the device is. */
export const calendarDayOf = (ms: number): string => {
  const at = new Date(ms);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** A day has no more seconds than a day, however many tabs count. */
export const addReadingSeconds = (db: ReaderDatabase, owner: string, bookId: string, day: string, seconds: number): Promise<void> =>
  db.transaction('rw', db.readingDays, async () => {
    const before = await db.readingDays.get([owner, bookId, day]);
    const entry = { owner, bookId, day, sentSeconds: before?.sentSeconds ?? 0 };
    await db.readingDays.put({ ...entry, seconds: Math.min(DAY_SECONDS, (before?.seconds ?? 0) + seconds) });
  });

export const listUnsentDays = async (db: ReaderDatabase, owner: string): Promise<ReadingDayEntry[]> =>
  (await db.readingDays.where({ owner }).toArray()).filter(({ seconds, sentSeconds }) => seconds > sentSeconds);

/** The server has these sums; what was read since waits. Days before `today` that are wholly sent are let go of. */
export const noteSentDays = (db: ReaderDatabase, sent: readonly ReadingDayEntry[], today: string): Promise<void> =>
  db.transaction('rw', db.readingDays, async () => {
    for (const { owner, bookId, day, seconds } of sent) {
      const now = await db.readingDays.get([owner, bookId, day]);
      if (now === undefined) continue;
      if (day < today && now.seconds <= seconds) await db.readingDays.delete([owner, bookId, day]);
      else await db.readingDays.put({ ...now, sentSeconds: seconds });
    }
  });
