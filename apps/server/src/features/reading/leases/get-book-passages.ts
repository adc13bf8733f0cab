/** Returns the searchable text of a version. */
import { CodedError, mayReadAll } from '@shufang/contract';
import type { EncodedUseCase } from '../../../platform/http/register.ts';
import { RateLimiterUnavailableError } from '../../../platform/rate-limit.ts';
import { findBook } from '../../catalog/find-books.ts';
import { findPassages } from '../../publication/versions/version-package.ts';
import { READING_LIMITS } from '../limits.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';
import { listLeasesOf } from './lease-store.ts';
import { deviceOf } from './lease-terms.ts';

const HOUR_MS = 3_600_000;

/** Throws `request.tooMany` if the user has requested the limit of an hour. */
const countText = async ({ limiter }: Pick<ReadingDependencies, 'limiter'>, userId: string): Promise<void> => {
  try {
    const rule = { points: READING_LIMITS.textsPerHour, windowMs: HOUR_MS };
    if (!(await limiter.take(`text:user:${userId}`, rule)).allowed) throw new CodedError('request.tooMany');
  } catch (error) {
    // Downloads continue while the rate limiter is unavailable, as reading does.
    if (!(error instanceof RateLimiterUnavailableError)) throw error;
  }
};

/**
 * Returns the text as JSON. Throws `entitlement.notEntitled` without a lease of the version on the calling device, because the lease counts
 * the book; `catalog.bookNotFound`, `request.tooMany`.
 */
export const getBookPassages: EncodedUseCase<'getBookPassages', ReadingDependencies> = async (dependencies, caller, input) => {
  const { db, clock, rights } = dependencies;
  const { bookId, versionId } = input;
  const { userId } = caller.reader;
  const book = await findBook(db.orm, bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  const deviceId = deviceOf(caller);
  const leases = await listLeasesOf(db.orm, userId, clock.now());
  const isLeased = leases.some((lease) => lease.versionId === versionId && lease.deviceId === deviceId);
  if (!isLeased || !mayReadAll(await rights.one(caller, book))) throw new CodedError('entitlement.notEntitled');
  await countText(dependencies, userId);
  const found = await findPassages(db.orm, bookId, versionId);
  if (found === undefined) throw new CodedError('catalog.bookNotFound');
  return [Buffer.from(found)];
};
