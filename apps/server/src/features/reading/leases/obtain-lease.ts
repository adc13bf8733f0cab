/** Issues or renews the lease under which a device downloads a book and shows it offline. */
import { CodedError, LIMITS, mayReadAll, newId } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import type { ReaderContext } from '../../../platform/http/call-context.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { RateLimiterUnavailableError } from '../../../platform/rate-limit.ts';
import { nameOfDevice } from '../../account/devices/device-name.ts';
import { findBook } from '../../catalog/find-books.ts';
import { sealTicket } from '../content-ticket.ts';
import { READING_LIMITS } from '../limits.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';
import { addLease, type CountedLease, listCountedLeases, lockLeasesOf, type StoredLease, setLeaseExpiry } from './lease-store.ts';
import { deviceOf, leaseExpiry, leaseSealer } from './lease-terms.ts';

const HOUR_MS = 3_600_000;

/** Counts the download of a version. The same version counts once an hour. Throws `offline.tooManyBooks`. */
const countDownload = async ({ limiter }: Pick<ReadingDependencies, 'limiter'>, userId: string, versionId: string): Promise<void> => {
  try {
    const rule = { points: LIMITS.leasedBooksPerHour, windowMs: HOUR_MS };
    const { allowed, retryAfterMs } = await limiter.takeMember(`lease:user:${userId}`, versionId, rule);
    if (!allowed)
      throw new CodedError('offline.tooManyBooks', {
        max: LIMITS.leasedBooksPerHour,
        minutes: Math.max(1, Math.ceil(retryAfterMs / 60_000)),
      });
  } catch (error) {
    // Downloads continue while the rate limiter is unavailable, as reading does.
    if (!(error instanceof RateLimiterUnavailableError)) throw error;
  }
};

/**
 * Throws `offline.tooManyDevices` if other devices have all copies of a book, and `offline.placeTaken` if copies were removed, but may still be
 * on their devices, or were deleted less than a day ago.
 */
const requireFreeDevice = (leases: readonly CountedLease[], deviceId: string, now: number): void => {
  const others = Map.groupBy(
    leases.filter((each) => each.deviceId !== deviceId),
    (each) => each.deviceId,
  );
  const max = LIMITS.leaseDevicesPerBook;
  if (others.size < max) return;
  const freeAts = [...others.values()].flatMap((ofDevice) =>
    ofDevice.every(({ releasedAt }) => releasedAt !== null) ? [Math.max(...ofDevice.map(({ freeAt }) => freeAt))] : [],
  );
  if (freeAts.length === 0) throw new CodedError('offline.tooManyDevices', { max });
  throw new CodedError('offline.placeTaken', { max, hours: Math.max(1, Math.ceil((Math.min(...freeAts) - now) / HOUR_MS)) });
};

interface WantedLease {
  readonly bookId: string;
  readonly versionId: string;
  readonly deviceId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** Returns the lease of the device, renewed, or a new one. Throws `offline.tooManyDevices`, `offline.placeTaken`, `offline.tooManyBooks`. */
const takeLease = async (
  tx: Transaction,
  dependencies: ReadingDependencies,
  caller: ReaderContext,
  { bookId, versionId, deviceId, issuedAt, expiresAt }: WantedLease,
): Promise<StoredLease> => {
  const { userId } = caller.reader;
  await lockLeasesOf(tx, userId);
  const leases = await listCountedLeases(tx, userId, bookId, issuedAt);
  const own = leases.find((each) => each.versionId === versionId && each.deviceId === deviceId && each.releasedAt === null);
  if (own !== undefined) {
    await setLeaseExpiry(tx, own.id, expiresAt);
    return { ...own, expiresAt };
  }
  requireFreeDevice(leases, deviceId, issuedAt);
  await countDownload(dependencies, userId, versionId);
  const lease: StoredLease = {
    id: newId(issuedAt),
    bookId,
    versionId,
    deviceId,
    deviceType: caller.deviceCode,
    deviceName: nameOfDevice(caller.userAgent),
    issuedAt,
    expiresAt,
  };
  await addLease(tx, userId, lease);
  return lease;
};

/**
 * Returns the lease with its content URL. Throws `catalog.bookNotFound`; `entitlement.notEntitled` if the caller may not read the whole
 * book; `offline.networkOnly` if the right takes one of a limited number of seats, because a copy on a device would not free it; and
 * `offline.otherDevice`, `offline.tooManyDevices`, `offline.placeTaken`, `offline.tooManyBooks`.
 */
export const obtainLease: UseCase<'obtainLease', ReadingDependencies> = async (dependencies, caller, { bookId }) => {
  const { db, clock, rights, ticketSecret } = dependencies;
  const deviceId = deviceOf(caller);
  const revisionFor = await dependencies.revocations.readRevision();
  const book = await findBook(db.orm, bookId);
  const versionId = book?.currentVersionId;
  if (book === undefined || versionId === undefined) throw new CodedError('catalog.bookNotFound');
  const { right, usesSeat, institutionIds } = await rights.inspect(caller, book);
  if (!mayReadAll(right)) throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'entitlement.notEntitled');
  if (usesSeat) throw new CodedError('offline.networkOnly');
  const { userId, sid } = caller.reader;
  const issuedAt = clock.now();
  const expiresAt = leaseExpiry(right, issuedAt);
  const lease = await db.transaction((tx) => takeLease(tx, dependencies, caller, { bookId, versionId, deviceId, issuedAt, expiresAt }));
  const ticketExpiresAt = Math.min(issuedAt + READING_LIMITS.leaseTicketMs, expiresAt);
  const ticket = sealTicket(ticketSecret, {
    versionId,
    scope: 'full',
    sid,
    userId,
    expiresAt: ticketExpiresAt,
    revision: revisionFor({ bookId, userId, institutionIds }),
    institutionIds,
    isLeased: true,
  });
  return {
    lease: (await leaseSealer(dependencies, caller))(lease),
    content: { baseUrl: `${dependencies.addresses.originOf(bookId, caller.appOrigin)}/~c/${ticket}/`, expiresAt: ticketExpiresAt },
  };
};
