/** Grants the entitlement of a paid order, and revokes it when the order is refunded. Each order grants its own entitlement. */
import { newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { runningEnds } from './find-renewal.ts';
import {
  listEntitlements,
  listEntitlementsOfOrder,
  lockEntitlementsOfBook,
  revokeEntitlement,
  setEntitlementsOfOrder,
  upsertEntitlement,
} from './store.ts';

const DAY_MS = 86_400_000;

export interface BoughtBook {
  readonly userId: string;
  readonly bookId: string;
  readonly orderNo: string;
  /** Term in days; undefined: without end. */
  readonly termDays: number | undefined;
  /** Whether the term starts at the end of any current paid entitlement of the user, also of one by a code. */
  readonly renews?: boolean | undefined;
}

/**
 * Locks the user's entitlements to this book until the transaction ends, so that orders of one user for one book are processed one after
 * the other.
 */
export const lockPurchasesOf = lockEntitlementsOfBook;

/** Returns whether an order granted the user this book without end. */
export const hasBoughtForGood = async (tx: Transaction, userId: string, bookId: string): Promise<boolean> =>
  (await listEntitlements(tx, userId, [bookId])).some(
    (right) => right.source === 'order' && right.status === 'active' && right.endsAt === undefined,
  );

/** Grants the book. The term starts at the end of the user's latest current term from an order, so buying again extends it. */
export const grantBoughtBook = async (tx: Transaction, bought: BoughtBook, now: number): Promise<void> => {
  const { userId, bookId, orderNo, termDays, renews = false } = bought;
  await lockEntitlementsOfBook(tx, userId, bookId);
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

/** Revokes the entitlements of an order; notes and progress stay. `bookIds` undefined: all books of the order. */
export const revokeBoughtBooks = async (
  tx: Transaction,
  userId: string,
  orderNo: string,
  bookIds: readonly string[] | undefined,
): Promise<void> => {
  if (bookIds?.length === 0) return;
  await revokeEntitlement(tx, userId, 'order', orderNo, bookIds);
};

/**
 * Suspends the entitlements of an order, with a reason shown to the reader, or resumes them. A suspension does not prolong the term.
 * Returns the number of changed entitlements.
 */
export const setBoughtRights = (
  tx: Transaction,
  orderNo: string,
  change: { status: 'suspended'; reason: string } | { status: 'active' },
): Promise<number> => setEntitlementsOfOrder(tx, orderNo, change);

/** Returns the entitlements of an order with their current status. */
export const listBoughtRights = listEntitlementsOfOrder;
