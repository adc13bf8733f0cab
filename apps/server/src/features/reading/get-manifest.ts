/** Returns the whole reading order and the table of contents of a version. */
import { CodedError } from '@shufang/contract';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { EncodedUseCase } from '../../platform/http/register.ts';
import { RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedContents } from '../publication/versions/read-version.ts';
import { READING_LIMITS } from './limits.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';

const MINUTE_MS = 60_000;

/** Throws `request.tooMany` if the user, or the subnet of an anonymous user, has requested the limit of manifests within a minute. */
const countRequest = async ({ limiter, subnetOf }: ReadingDependencies, { reader, address }: CallContext): Promise<void> => {
  const [key, points] =
    reader === undefined
      ? [`network:${subnetOf(address)}`, READING_LIMITS.manifestsPerSubnetPerMinute]
      : [`user:${reader.userId}`, READING_LIMITS.manifestsPerMinute];
  try {
    if (!(await limiter.take(`manifest:${key}`, { points, windowMs: MINUTE_MS })).allowed) throw new CodedError('request.tooMany');
  } catch (error) {
    // Reading continues while the rate limiter is unavailable, as for chapters.
    if (!(error instanceof RateLimiterUnavailableError)) throw error;
  }
};

/**
 * Returns the JSON of the manifest of a version that is or was released, because a book that is open in a browser may have got a new
 * version. Throws `catalog.bookNotFound`, `entitlement.notEntitled` like `openBook`, `request.tooMany`.
 */
export const getManifest: EncodedUseCase<'getManifest', ReadingDependencies> = async (dependencies, caller, { bookId, versionId }) => {
  const { db, rights } = dependencies;
  const book = await findBook(db.orm, bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  if ((await rights.one(caller, book)).kind === 'none')
    throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'entitlement.notEntitled');
  await countRequest(dependencies, caller);
  const contents = await findReleasedContents(db.orm, bookId, versionId);
  if (contents === undefined) throw new CodedError('catalog.bookNotFound');
  return [Buffer.from(contents)];
};
