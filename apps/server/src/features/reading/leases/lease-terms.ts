/** Terms of leases: their expiry, their keys, and the device that may hold one. */
import { createHmac } from 'node:crypto';
import { type AccessRight, CodedError, LIMITS, type OfflineLease } from '@shufang/contract';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { StoredLease } from './lease-store.ts';

const DAY_MS = 86_400_000;

/** Returns the expiry of a lease that is issued or renewed now, UTC ms: it never outlives the right. */
export const leaseExpiry = ({ endsAt }: Pick<AccessRight, 'endsAt'>, nowMs: number): number =>
  Math.min(nowMs + LIMITS.leaseDays * DAY_MS, endsAt ?? Number.POSITIVE_INFINITY);

/** Returns the lease as its device receives it. The key is derived from the id, so that the database contains no keys. */
export const sealLease = (
  secret: Uint8Array,
  { id, bookId, versionId, issuedAt, expiresAt }: Pick<StoredLease, 'id' | 'bookId' | 'versionId' | 'issuedAt' | 'expiresAt'>,
): OfflineLease => ({
  id,
  bookId,
  versionId,
  issuedAt,
  expiresAt,
  key: createHmac('sha256', secret).update(`lease|${id}`).digest('base64url'),
});

/** Returns the id of the calling device. Throws `request.invalid` if the client sent none. */
export const deviceOf = ({ deviceId }: Pick<CallContext, 'deviceId'>): string => {
  if (deviceId === undefined) throw new CodedError('request.invalid', { reason: '缺少设备标识，请更新客户端' });
  return deviceId;
};
