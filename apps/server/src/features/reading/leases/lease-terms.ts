/** Terms of leases: their expiry, their keys, and the device that may hold one. */
import { createHmac } from 'node:crypto';
import { type AccessRight, CodedError, LIMITS, type OfflineLease } from '@shufang/contract';
import type { CallContext, ReaderContext } from '../../../platform/http/call-context.ts';
import { frameUrlOf } from '../content-urls.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';
import { storeUrlOf } from '../serve-store.ts';
import type { StoredLease } from './lease-store.ts';

const DAY_MS = 86_400_000;

/** Returns the expiry of a lease that is issued or renewed now, UTC ms: it never outlives the right. */
export const leaseExpiry = ({ endsAt }: Pick<AccessRight, 'endsAt'>, nowMs: number): number =>
  Math.min(nowMs + LIMITS.leaseDays * DAY_MS, endsAt ?? Number.POSITIVE_INFINITY);

/** Returns a function that gives a lease as its device receives it. Keys are derived from ids, so that the database contains no keys. */
export const leaseSealer = async (
  { ticketSecret, addresses, engineHash, storeHash }: Pick<ReadingDependencies, 'ticketSecret' | 'addresses' | 'engineHash' | 'storeHash'>,
  { appOrigin }: Pick<CallContext, 'appOrigin'>,
): Promise<(lease: Pick<StoredLease, 'id' | 'bookId' | 'versionId' | 'issuedAt' | 'expiresAt'>) => OfflineLease> => {
  const [engine, store] = await Promise.all([engineHash(), storeHash()]);
  return ({ id, bookId, versionId, issuedAt, expiresAt }) => ({
    id,
    bookId,
    versionId,
    issuedAt,
    expiresAt,
    key: createHmac('sha256', ticketSecret).update(`lease|${id}`).digest('base64url'),
    frameUrl: frameUrlOf(addresses, engine, bookId, appOrigin),
    storeUrl: storeUrlOf(addresses, store, bookId, appOrigin),
  });
};

/**
 * Returns the id of the calling device. Throws `request.invalid` if the client sent none; `offline.otherDevice` if another device opened the
 * session, so that nobody gets more leases by inventing devices.
 */
export const deviceOf = ({ deviceId, reader }: Pick<ReaderContext, 'deviceId' | 'reader'>): string => {
  if (deviceId === undefined) throw new CodedError('request.invalid', { reason: '缺少设备标识，请更新客户端' });
  if (reader.deviceId !== deviceId) throw new CodedError('offline.otherDevice');
  return deviceId;
};
