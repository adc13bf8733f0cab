/** Every right a person holds or held to a book, with the code it came from: for their own lists. */
import type { HeldRight } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listHeldCodes } from './code-store.ts';
import { sourceOf } from './entitlement.ts';
import { viewHeldCode } from './release-code.ts';
import { type HeldEntitlement, listHeldEntitlements } from './store.ts';

const stateOf = ({ status, endsAt }: HeldEntitlement, now: number): HeldRight['state'] => {
  if (status === 'suspended') return 'suspended';
  return status === 'expired' || (endsAt !== undefined && endsAt <= now) ? 'ended' : 'active';
};

/** The newest first. */
export const listHeldRights = async (db: Queryable, userId: string, now: number): Promise<{ bookId: string; right: HeldRight }[]> => {
  const [rights, held] = await Promise.all([listHeldEntitlements(db, userId), listHeldCodes(db, userId)]);
  const codes = new Map(held.map((code) => [code.id, code]));
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
        ...(code === undefined ? {} : { code: viewHeldCode(code, now) }),
      },
    };
  });
};
