import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { HELP_LIMITS } from './limits.ts';
import { emptyTicketsClosedBefore } from './store.ts';

const DAY_MS = 86_400_000;

/** Deletes the contact details and diagnostics of help tickets that were closed more than `ticketContactDays` ago. */
export const forgetOldContacts = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  emptyTicketsClosedBefore(db.orm, clock.now() - HELP_LIMITS.ticketContactDays * DAY_MS);
