/** Renews the leases of a device, and names those that have ended. */
import { mayReadAll, type OfflineLease } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { findBooks } from '../../catalog/find-books.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';
import { confirmDeletion, deleteLeases, listLeasesOf, setLeaseExpiry } from './lease-store.ts';
import { deviceOf, leaseExpiry, leaseSealer } from './lease-terms.ts';

const REMOVED = '本机的离线副本已过期，或已在其他设备上移除';
const NETWORK_ONLY = '这本书现在由机构按人数提供，只能联网阅读';

/**
 * Returns the renewed leases, and the ended ones with the reason. A lease whose right has ended is deleted. Ids that are no leases of this
 * device have ended.
 */
export const renewLeases: UseCase<'renewLeases', ReadingDependencies> = async (dependencies, caller, { ids }) => {
  const { db, clock, rights } = dependencies;
  const deviceId = deviceOf(caller);
  const { userId } = caller.reader;
  const now = clock.now();
  const wanted = new Set(ids);
  const leases = (await listLeasesOf(db.orm, userId, now)).filter((each) => each.deviceId === deviceId && wanted.has(each.id));
  const books = await findBooks(db.orm, [...new Set(leases.map(({ bookId }) => bookId))]);
  const opened = await rights.inspectMany(caller, books);
  const seal = await leaseSealer(dependencies, caller);
  const currentVersions = new Map(books.map(({ id, currentVersionId }) => [id, currentVersionId]));
  const outdated: string[] = [];
  const renewed: OfflineLease[] = [];
  const ended: { id: string; reason: string }[] = [];
  for (const lease of leases) {
    const { right, usesSeat } = opened.get(lease.bookId) ?? {};
    if (right === undefined || !mayReadAll(right) || usesSeat === true) {
      ended.push({ id: lease.id, reason: usesSeat === true ? NETWORK_ONLY : (right?.reason ?? REMOVED) });
      continue;
    }
    const expiresAt = leaseExpiry(right, now);
    // Another device may have removed the copy since the leases were read.
    if (!(await setLeaseExpiry(db.orm, lease.id, expiresAt))) ended.push({ id: lease.id, reason: REMOVED });
    else {
      renewed.push(seal({ ...lease, expiresAt }));
      const current = currentVersions.get(lease.bookId);
      if (current !== undefined && current !== lease.versionId) outdated.push(lease.id);
    }
  }
  await deleteLeases(
    db.orm,
    userId,
    ended.map(({ id }) => id),
  );
  // The device deletes the text of every lease that is not renewed.
  await confirmDeletion(db.orm, { userId, ids, deviceId, now });
  const found = new Set(leases.map(({ id }) => id));
  return { renewed, outdated, ended: [...ended, ...[...wanted].filter((id) => !found.has(id)).map((id) => ({ id, reason: REMOVED }))] };
};
