/** Stores the reading time by document and block that a device reports. */
import type { DocumentTime } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { listBlockIds } from '../publication/versions/version-text.ts';
import { isPlausibleDay } from '../reading/reading-days.ts';
import type { ReadingTimeDependencies } from './reading-time-dependencies.ts';
import { isRecorded, saveTime } from './store.ts';

/** Stores one reported document. Returns whether its time was new or greater; an unknown document is not stored. */
const store = async (db: Queryable, userId: string, deviceId: string, { blocks, href, ...time }: DocumentTime): Promise<boolean> => {
  const version = await findReleasedVersion(db, time.versionId);
  const document = version?.bookId === time.bookId ? version.manifest.readingOrder.findIndex((item) => item.href === href) : -1;
  if (document < 0) return false;
  const ids = await listBlockIds(db, time.versionId, document);
  const blockSeconds = ids.map((id) => Math.min(time.seconds, blocks[id] ?? 0));
  return saveTime(db, userId, deviceId, { ...time, document, blockSeconds });
};

/** Returns how many documents were new or had more time than before. */
export const reportBlockTime: UseCase<'reportBlockTime', ReadingTimeDependencies> = async (
  { db, clock },
  { reader },
  { deviceId, documents },
) => {
  if (!(await isRecorded(db.orm, reader.userId))) return { stored: 0, isOn: false };
  const now = clock.now();
  let stored = 0;
  for (const time of documents) {
    if (isPlausibleDay(time.day, now) && (await store(db.orm, reader.userId, deviceId, time))) stored += 1;
  }
  return { stored, isOn: true };
};
