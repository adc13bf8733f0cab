/** Lists which devices of the caller have which books offline. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';
import { listLeasesOf } from './lease-store.ts';

/** Returns the leases in force, the newest first. */
export const listLeases: UseCase<'listLeases', Pick<ReadingDependencies, 'db' | 'clock'>> = async ({ db, clock }, caller) => {
  const leases = await listLeasesOf(db.orm, caller.reader.userId, clock.now());
  return { items: leases.map(({ deviceId, ...lease }) => ({ ...lease, isThis: deviceId === caller.deviceId })) };
};
