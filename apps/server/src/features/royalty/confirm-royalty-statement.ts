/** Confirms an own statement. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyFinance } from './notify-finance.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { lockOwnStatement, setStatus, viewStatement } from './statement-store.ts';

/** Throws `royalty.notFound`, `royalty.stateChanged`. */
export const confirmRoyaltyStatement: UseCase<'confirmRoyaltyStatement', RoyaltyDependencies> = async (
  { db, clock },
  { reader },
  { id },
) => {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const found = await lockOwnStatement(tx, reader.userId, id);
    if (found === undefined) throw new CodedError('royalty.notFound');
    if (found.status !== 'issued' && found.status !== 'disputed') throw new CodedError('royalty.stateChanged');
    await setStatus(tx, id, 'confirmed', now);
    await notifyFinance(tx, found, 'royaltyConfirmed', now);
    return viewStatement({ ...found, status: 'confirmed', confirmedAt: now });
  });
};
