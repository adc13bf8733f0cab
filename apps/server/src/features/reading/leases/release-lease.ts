/** Ends a lease of the caller. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';
import { deleteLeases } from './lease-store.ts';

/** Deletes the lease if it belongs to the caller. */
export const releaseLease: UseCase<'releaseLease', Pick<ReadingDependencies, 'db'>> = async ({ db }, { reader }, { id }) => {
  await deleteLeases(db.orm, reader.userId, [id]);
  return {};
};
