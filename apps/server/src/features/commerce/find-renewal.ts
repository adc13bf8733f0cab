/** Who may renew a right to a book at the lower price. */
import { LIMITS } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { isAnyGivenOn } from './code-store.ts';
import type { Entitlement, EntitlementSource } from './entitlement.ts';
import { listEndedCodeIds, listEntitlements } from './store.ts';

const DAY_MS = 86_400_000;

/** Rights that were paid for, here or with a paper book. A present or a sample is none. */
const PAID_FOR: ReadonlySet<EntitlementSource> = new Set(['order', 'code', 'claim']);

const isTermOf = (right: Entitlement): right is Entitlement & { endsAt: number } =>
  PAID_FOR.has(right.source) && (right.status === 'active' || right.status === 'expired') && right.endsAt !== undefined;

export interface Renewal {
  /** End of the running right, UTC ms, from where a renewed term counts; undefined: it is over. */
  readonly continuesAt: number | undefined;
}

/** Ends of the person's running paid terms of a book. */
export const runningEnds = (rights: readonly Entitlement[], now: number): number[] =>
  rights.flatMap((right) => (isTermOf(right) && right.status === 'active' && right.endsAt > now ? [right.endsAt] : []));

/**
 * Present for a person whose paid term of this book is over or ends within 30 days, and for one who gave the code of their paper book
 * to its next owner. Undefined for who has it for good, or for longer, or never had it.
 */
export const findRenewal = async (db: Queryable, userId: string, bookId: string, now: number): Promise<Renewal | undefined> => {
  const rights = await listEntitlements(db, userId, [bookId]);
  if (rights.some(({ status, endsAt }) => status === 'active' && endsAt === undefined)) return undefined;
  const running = runningEnds(rights, now);
  if (running.length > 0) {
    const continuesAt = Math.max(...running);
    return continuesAt - now <= LIMITS.renewalWindowDays * DAY_MS ? { continuesAt } : undefined;
  }
  const isOver = rights.some(isTermOf) || (await isAnyGivenOn(db, await listEndedCodeIds(db, userId, bookId), userId));
  return isOver ? { continuesAt: undefined } : undefined;
};
