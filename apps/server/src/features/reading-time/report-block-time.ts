/** Stores the reading time by document and block that a device reports. */
import { type DocumentTime, LIMITS } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { recordReading } from '../license/license-use.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { listBlockIds } from '../publication/versions/version-text.ts';
import { isPlausibleDay } from '../reading/reading-days.ts';
import type { ReportingDependencies } from './reading-time-dependencies.ts';
import { markStaleDays } from './stale-days.ts';
import { isRecorded, saveTime } from './store.ts';

/**
 * Stores one reported document. Returns its index if its time was new or greater, otherwise undefined; an unknown document is not stored.
 */
const store = async (
  db: Queryable,
  userId: string,
  deviceId: string,
  { blocks, href, ...time }: DocumentTime,
): Promise<number | undefined> => {
  const version = await findReleasedVersion(db, time.versionId);
  const document = version?.bookId === time.bookId ? version.manifest.readingOrder.findIndex((item) => item.href === href) : -1;
  if (document < 0) return undefined;
  const ids = await listBlockIds(db, time.versionId, document);
  const blockSeconds = ids.map((id) => Math.min(time.seconds, blocks[id] ?? 0));
  return (await saveTime(db, userId, deviceId, { ...time, document, blockSeconds })) ? document : undefined;
};

/** Returns how many documents were new or had more time than before. */
export const reportBlockTime: UseCase<'reportBlockTime', ReportingDependencies> = async (
  { db, clock, hasRead },
  { reader },
  { deviceId, documents },
) => {
  if (!(await isRecorded(db.orm, reader.userId))) return { stored: 0, isOn: false };
  const now = clock.now();
  const stored = await db.transaction(async (tx) => {
    const changed: (DocumentTime & { readonly document: number })[] = [];
    for (const time of documents) {
      const document = isPlausibleDay(time.day, now) ? await store(tx, reader.userId, deviceId, time) : undefined;
      if (document !== undefined) changed.push({ ...time, document });
    }
    const read = changed.filter(({ seconds }) => seconds >= LIMITS.chapterReaderSecondsMin);
    for (const [bookId, times] of Map.groupBy(read, (time) => time.bookId)) {
      await recordReading(tx, { userId: reader.userId, bookId, documents: times.map(({ document }) => document) }, now);
    }
    await markStaleDays(tx, changed);
    await hasRead(
      tx,
      reader.userId,
      changed.map(({ bookId }) => bookId),
    );
    return changed.length;
  });
  return { stored, isOn: true };
};
