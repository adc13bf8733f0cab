/** Removes a rate that no settled sale used. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { deleteRate, findTitle, listRates, lockRoyalties } from './rate-store.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { settledUntilOf } from './save-royalty-rate.ts';

/** Throws `catalog.bookNotFound`, `royalty.rateNotFound`, `royalty.settled`. */
export const removeRoyaltyRate: UseCase<'removeRoyaltyRate', RoyaltyDependencies> = async ({ db, clock }, caller, { bookId, id }) => {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await lockRoyalties(tx, bookId);
    const title = await findTitle(tx, bookId);
    if (title === undefined) throw new CodedError('catalog.bookNotFound');
    const found = (await listRates(tx, bookId)).find((rate) => rate.id === id);
    if (found === undefined) throw new CodedError('royalty.rateNotFound');
    const settledUntil = await settledUntilOf(tx, bookId);
    if (settledUntil !== undefined && found.validFrom <= settledUntil) throw new CodedError('royalty.settled', { day: settledUntil });
    await deleteRate(tx, id);
    const target = { kind: 'book' as const, id: bookId, name: title };
    await recordAuditEvent(tx, operatorOf(caller), { action: 'royalty.removeRate', target, before: { ...found } }, now);
    return { id };
  });
};
