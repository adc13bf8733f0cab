/** Ends a lease of the caller. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';
import { endLease } from './lease-store.ts';

/** Ends the lease if it belongs to the caller. */
export const releaseLease: UseCase<'releaseLease', Pick<ReadingDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  { reader: { userId, deviceId } },
  { id },
) => {
  await endLease(db.orm, { userId, id, deviceId, now: clock.now() });
  return {};
};
