import { LIMITS } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { emptyTicketsClosedBefore } from './store.ts';

const DAY_MS = 86_400_000;

/** Empties where askers can be reached, and what their devices told, once a question has long been closed. */
export const forgetOldContacts = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  emptyTicketsClosedBefore(db.orm, clock.now() - LIMITS.ticketContactDays * DAY_MS);
