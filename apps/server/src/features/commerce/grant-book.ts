/** An operator gives a person a book, or takes the gift back. */
import { newId } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { upsertEntitlement } from './store.ts';

export interface Grant {
  readonly userId: string;
  readonly bookId: string;
  /** UTC ms; absent: for good. */
  readonly endsAt?: number;
  readonly grantedBy?: string;
  readonly note?: string;
}

const write = (db: Queryable, clock: Clock, grant: Grant, status: 'active' | 'revoked'): Promise<void> =>
  upsertEntitlement(db, {
    id: newId(clock.now()),
    userId: grant.userId,
    bookId: grant.bookId,
    source: 'gift',
    sourceId: '',
    startsAt: clock.now(),
    endsAt: grant.endsAt,
    status,
    grantedBy: grant.grantedBy,
    note: grant.note ?? '',
    createdAt: clock.now(),
  });

/** Granting twice renews the one gift; nothing else a person owns is touched. */
export const grantBook = (db: Queryable, clock: Clock, grant: Grant): Promise<void> => write(db, clock, grant, 'active');

export const revokeGrant = (db: Queryable, clock: Clock, grant: Grant): Promise<void> => write(db, clock, grant, 'revoked');
