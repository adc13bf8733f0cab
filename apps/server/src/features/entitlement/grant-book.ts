/** Grants a book to a user as a gift from an operator, or revokes the gift. */
import { newId } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { upsertEntitlement } from './store.ts';

export interface Grant {
  readonly userId: string;
  readonly bookId: string;
  /** End of the entitlement, UTC ms; undefined: without end. */
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

/** Grants the book. Granting it again renews the same gift; other entitlements of the user do not change. */
export const grantBook = (db: Queryable, clock: Clock, grant: Grant): Promise<void> => write(db, clock, grant, 'active');

export const revokeGrant = (db: Queryable, clock: Clock, grant: Grant): Promise<void> => write(db, clock, grant, 'revoked');
