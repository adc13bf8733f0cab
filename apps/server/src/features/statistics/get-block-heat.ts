/** Returns how long readers stayed at each block of a document, by the rules of `privacy.ts`, as published after the last complete week. */
import { type BlockHeat, CodedError } from '@shufang/contract';
import { addDays } from '../../platform/china-time.ts';
import type { Queryable } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { listBlocksOfDocument } from '../publication/versions/version-text.ts';
import { READING_TIME_LIMITS } from '../reading-time/limits.ts';
import { countBlockReaders } from './block-counts.ts';
import { publishedUsers, releasedWeeks } from './privacy.ts';
import { countWaitingDays } from './published-statistics.ts';
import { listWeekReaders } from './reader-counts.ts';
import { findRelease, isSimulated, putRelease } from './release-store.ts';
import { requireAuthoredBook } from './require-authored-book.ts';
import type { StatisticsDependencies } from './statistics-dependencies.ts';
import { lastCompleteWeek } from './weeks.ts';

/** Characters of the beginning of a block. */
const START_CHARS = 40;

interface DocumentOfVersion {
  readonly bookId: string;
  readonly versionId: string;
  readonly document: number;
}

const compute = async (
  db: Queryable,
  { bookId, versionId, document }: DocumentOfVersion,
  last: string,
  now: number,
): Promise<BlockHeat> => {
  // The reading time of blocks is stored for some months only.
  const oldest = addDays(last, 7 - READING_TIME_LIMITS.blockTimeDays);
  const weeks = releasedWeeks((await listWeekReaders(db, bookId, last)).filter(({ week }) => week >= oldest));
  const counts = await countBlockReaders(db, { bookId, versionId, document }, weeks);
  const blocks = (await listBlocksOfDocument(db, versionId, document)).map(({ id, text }, index) => {
    const count = counts.get(index);
    const readers = publishedUsers(count?.readers ?? 0);
    return {
      id,
      start: text.slice(0, START_CHARS),
      ...(readers === undefined || count === undefined ? {} : { readers, medianSeconds: Math.round(count.medianSeconds) }),
    };
  });
  return { from: weeks[0] ?? last, to: addDays(last, 6), computedAt: now, blocks };
};

export const getBlockHeat: UseCase<'getBlockHeat', StatisticsDependencies> = async (
  dependencies,
  { reader },
  { bookId, versionId, href },
) => {
  const { db, clock } = dependencies;
  await requireAuthoredBook(db.orm, reader.userId, bookId);
  const version = await findReleasedVersion(db.orm, versionId);
  const document = version?.bookId === bookId ? version.manifest.readingOrder.findIndex((item) => item.href === href) : -1;
  if (document < 0) throw new CodedError('catalog.bookNotFound');
  const key = { bookId, week: lastCompleteWeek(clock.now()), selection: `blocks ${versionId} ${document}` };
  const published = async () => ({
    isSimulated: await isSimulated(db.orm, bookId),
    heat: await findRelease<BlockHeat>(db.orm, key),
  });
  const found = await published();
  if (found.heat !== undefined) return { ...found, heat: found.heat };
  await countWaitingDays(dependencies, bookId, key.week);
  await putRelease(db.orm, key, await compute(db.orm, { bookId, versionId, document }, key.week, clock.now()));
  const { heat, ...rest } = await published();
  if (heat === undefined) throw new Error('the published heat of blocks was not stored');
  return { ...rest, heat };
};
