/** Deletes sign-in attempts, sign-in tickets and session rights of institutions after they expire. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteEndedSessions } from './link-store.ts';
import { deleteExpiredAttempts } from './sign-in-attempt-store.ts';

/** Deletes the expired rows. Returns how many were deleted. Safe to run at any time. */
export const deleteExpiredInstitutionAttempts = async ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<number> =>
  (await deleteExpiredAttempts(db.orm, clock.now())) + (await deleteEndedSessions(db.orm, clock.now()));
