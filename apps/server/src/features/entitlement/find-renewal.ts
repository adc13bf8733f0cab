/** Decides whether a user may renew an entitlement at the lower price. */
import { LIMITS } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { Entitlement, EntitlementSource } from './entitlement.ts';
import { listEndedCodeIds, listEntitlements } from './store.ts';

const DAY_MS = 86_400_000;

/** Sources of entitlements that the user paid for, on this platform or with a paper book. */
const PAID_FOR: ReadonlySet<EntitlementSource> = new Set(['order', 'code', 'claim']);

const isTermOf = (right: Entitlement): right is Entitlement & { endsAt: number } =>
  PAID_FOR.has(right.source) && (right.status === 'active' || right.status === 'expired') && right.endsAt !== undefined;

/**
 * Returns whether the user released one of these codes (ids in hexadecimal). The activation-code slice implements it; callers pass it in.
 */
type HasReleasedAnyCode = (db: Queryable, codeIds: readonly string[], userId: string) => Promise<boolean>;

export interface Renewal {
  /** End of the current entitlement, UTC ms, where the renewed term starts; undefined if the entitlement has ended. */
  readonly continuesAt: number | undefined;
}

/** Returns the ends of the user's current paid terms of a book. */
export const runningEnds = (rights: readonly Entitlement[], now: number): number[] =>
  rights.flatMap((right) => (isTermOf(right) && right.status === 'active' && right.endsAt > now ? [right.endsAt] : []));

/**
 * Returns a renewal if the user's paid term of this book has ended or ends within 30 days, or if the user released the code of the paper
 * book. Returns undefined for a user who never had the book, who has it without end, or whose term ends later.
 */
export const findRenewal = async (
  db: Queryable,
  hasReleasedAnyCode: HasReleasedAnyCode,
  userId: string,
  bookId: string,
  now: number,
): Promise<Renewal | undefined> => {
  const rights = await listEntitlements(db, userId, [bookId]);
  if (rights.some(({ status, endsAt }) => status === 'active' && endsAt === undefined)) return undefined;
  const running = runningEnds(rights, now);
  if (running.length > 0) {
    const continuesAt = Math.max(...running);
    return continuesAt - now <= LIMITS.renewalWindowDays * DAY_MS ? { continuesAt } : undefined;
  }
  const isOver = rights.some(isTermOf) || (await hasReleasedAnyCode(db, await listEndedCodeIds(db, userId, bookId), userId));
  return isOver ? { continuesAt: undefined } : undefined;
};
