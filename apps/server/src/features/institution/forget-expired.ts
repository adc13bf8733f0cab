/** Forgets walks, tickets and what sessions had of institutions once they are over. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteEndedSessions } from './link-store.ts';
import { deleteExpiredWalks } from './walk-store.ts';

/** Answers how many. Safe at any time. */
export const forgetInstitutionWalks = async ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<number> =>
  (await deleteExpiredWalks(db.orm, clock.now())) + (await deleteEndedSessions(db.orm, clock.now()));
