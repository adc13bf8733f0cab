/** The rights to read books that members have through their classes, for the entitlement slice. */
import type { Queryable } from '../../platform/database.ts';
import type { Entitlement } from '../entitlement/entitlement.ts';
import { listProbations } from './store.ts';

/** Returns the probation rights of a user to these books, those that are over included. */
export const listClassRights = async (db: Queryable, userId: string, bookIds: readonly string[]): Promise<Entitlement[]> =>
  (await listProbations(db, userId, bookIds)).map(({ bookId, startedAt, endsAt }) => ({
    bookId,
    holder: 'class',
    source: 'classProbation',
    startsAt: startedAt,
    endsAt,
    status: 'active',
  }));
