/** Reading time by document and block, stored on the device until it is sent to the server. */
import type { BlockTimeEntry, ReaderDatabase } from './reader-database.ts';

const DAY_SECONDS = 86_400;
const SECOND_MS = 1_000;

/** Seconds of reading with the blocks that were on the screen meanwhile, and the number of their characters there. */
export interface ReadPart {
  readonly href: string;
  readonly seconds: number;
  readonly blocks: readonly (readonly [id: string, chars: number])[];
}

/** Adds parts to the times of a day. The seconds of a part are divided among its blocks by the number of their characters. */
export const addReadParts = (
  db: ReaderDatabase,
  at: Pick<BlockTimeEntry, 'owner' | 'bookId' | 'versionId' | 'day'>,
  parts: readonly ReadPart[],
): Promise<void> =>
  db.transaction('rw', db.blockTimes, async () => {
    for (const { href, seconds, blocks } of parts) {
      const before = await db.blockTimes.get([at.owner, at.versionId, href, at.day]);
      const times = { ...before?.blocks };
      const chars = blocks.reduce((sum, [, count]) => sum + count, 0);
      for (const [id, count] of blocks) times[id] = Math.round((times[id] ?? 0) + (seconds * SECOND_MS * count) / chars);
      const sum = Math.min(DAY_SECONDS, (before?.seconds ?? 0) + seconds);
      await db.blockTimes.put({ ...at, href, seconds: sum, sentSeconds: before?.sentSeconds ?? 0, blocks: times });
    }
  });

export const listUnsentTimes = async (db: ReaderDatabase, owner: string): Promise<BlockTimeEntry[]> =>
  (await db.blockTimes.where({ owner }).toArray()).filter(({ seconds, sentSeconds }) => seconds > sentSeconds);

/**
 * Records that the server has stored the times in `sent`; time added since stays unsent. Deletes days before `today` that were sent.
 */
export const markTimesSent = (db: ReaderDatabase, sent: readonly BlockTimeEntry[], today: string): Promise<void> =>
  db.transaction('rw', db.blockTimes, async () => {
    for (const { owner, versionId, href, day, seconds } of sent) {
      const now = await db.blockTimes.get([owner, versionId, href, day]);
      if (now === undefined) continue;
      if (day < today && now.seconds <= seconds) await db.blockTimes.delete([owner, versionId, href, day]);
      else await db.blockTimes.put({ ...now, sentSeconds: seconds });
    }
  });

/** Deletes all times of a user on this device. */
export const deleteTimes = async (db: ReaderDatabase, owner: string): Promise<void> => {
  await db.blockTimes.where({ owner }).delete();
};
