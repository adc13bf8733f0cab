/** Lists every entitlement that a user has or had, with the code it came from, for lists of the user's own books. */
import type { BookEntitlement, BoundCode } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { sourceOf } from './entitlement.ts';
import { type HeldEntitlement, listHeldEntitlements } from './store.ts';

const stateOf = ({ status, endsAt }: HeldEntitlement, now: number): BookEntitlement['state'] => {
  if (status === 'suspended') return 'suspended';
  return status === 'expired' || (endsAt !== undefined && endsAt <= now) ? 'ended' : 'active';
};

/** Lists the codes that a user has bound. The activation-code slice implements it; the assembly passes it in. */
export type ListBoundCodes = (db: Queryable, userId: string, now: number) => Promise<readonly BoundCode[]>;

/** Lists the entitlements of the user, newest first. */
export const listHeldRights = async (
  db: Queryable,
  listBoundCodes: ListBoundCodes,
  userId: string,
  now: number,
): Promise<{ bookId: string; right: BookEntitlement }[]> => {
  const [rights, bound] = await Promise.all([listHeldEntitlements(db, userId), listBoundCodes(db, userId, now)]);
  const codes = new Map(bound.map((code) => [code.id, code]));
  return rights.map((right) => {
    const code = codes.get(right.sourceId);
    return {
      bookId: right.bookId,
      right: {
        id: right.id,
        source: sourceOf(right.source),
        startsAt: right.startsAt,
        ...(right.endsAt === undefined ? {} : { endsAt: right.endsAt }),
        state: stateOf(right, now),
        ...(right.status === 'suspended' && right.note !== '' ? { reason: right.note } : {}),
        ...(right.source === 'order' ? { orderNo: right.sourceId } : {}),
        ...(code === undefined ? {} : { code }),
      },
    };
  });
};
