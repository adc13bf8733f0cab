/** The right that a paid order gives, and its end when the money goes back. Each order gives a right of its own. */
import { newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { runningEnds } from './find-renewal.ts';
import {
  listEntitlements,
  listEntitlementsOfOrder,
  lockRightsOfBook,
  revokeEntitlement,
  setEntitlementsOfOrder,
  upsertEntitlement,
} from './store.ts';

const DAY_MS = 86_400_000;

export interface BoughtBook {
  readonly userId: string;
  readonly bookId: string;
  readonly orderNo: string;
  /** Absent: for good. */
  readonly termDays: number | undefined;
  /** True: the term counts from the end of whatever paid right the person has, a code's too. */
  readonly renews?: boolean | undefined;
}

/** Two orders of one person for one book, one after the other; until the transaction ends. */
export const lockPurchasesOf = lockRightsOfBook;

/** True when an order gave the person this book, and for good. */
export const hasBoughtForGood = async (tx: Transaction, userId: string, bookId: string): Promise<boolean> =>
  (await listEntitlements(tx, userId, [bookId])).some(
    (right) => right.source === 'order' && right.status === 'active' && right.endsAt === undefined,
  );

/** A term begins where the person's last running term from an order ends: buying again prolongs. */
export const grantBoughtBook = async (tx: Transaction, bought: BoughtBook, now: number): Promise<void> => {
  const { userId, bookId, orderNo, termDays, renews = false } = bought;
  await lockRightsOfBook(tx, userId, bookId);
  const rights = await listEntitlements(tx, userId, [bookId]);
  const ends = runningEnds(renews ? rights : rights.filter(({ source }) => source === 'order'), now);
  await upsertEntitlement(tx, {
    id: newId(now),
    userId,
    bookId,
    source: 'order',
    sourceId: orderNo,
    startsAt: now,
    endsAt: termDays === undefined ? undefined : Math.max(now, ...ends) + termDays * DAY_MS,
    status: 'active',
    grantedBy: undefined,
    note: '',
    createdAt: now,
  });
};

/** Notes and progress are kept: only the right goes. `bookIds` undefined: of all books the order gave. */
export const revokeBoughtBooks = async (
  tx: Transaction,
  userId: string,
  orderNo: string,
  bookIds: readonly string[] | undefined,
): Promise<void> => {
  if (bookIds?.length === 0) return;
  await revokeEntitlement(tx, userId, 'order', orderNo, bookIds);
};

/** Stops what an order gave, for a reason the reader is told, or lets it go on. A term runs on meanwhile. Answers how many rights changed. */
export const setBoughtRights = (
  tx: Transaction,
  orderNo: string,
  change: { status: 'suspended'; reason: string } | { status: 'active' },
): Promise<number> => setEntitlementsOfOrder(tx, orderNo, change);

/** What an order gave, as it stands. */
export const listBoughtRights = listEntitlementsOfOrder;
