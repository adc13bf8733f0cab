/** Objects to an own statement or one of its lines. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { addMessage } from './add-message.ts';
import { notifyFinance } from './notify-finance.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { hasLine, lockOwnStatement, setStatus } from './statement-store.ts';

/** Throws `royalty.notFound`, `royalty.stateChanged`, `royalty.threadFull`. */
export const disputeRoyaltyStatement: UseCase<'disputeRoyaltyStatement', RoyaltyDependencies> = async (
  { db, clock },
  { reader },
  { id, body, lineNo },
) => {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const found = await lockOwnStatement(tx, reader.userId, id);
    if (found === undefined || (lineNo !== undefined && !(await hasLine(tx, id, lineNo)))) throw new CodedError('royalty.notFound');
    if (found.status !== 'issued' && found.status !== 'disputed') throw new CodedError('royalty.stateChanged');
    const message = await addMessage(tx, id, { from: 'payee', body, ...(lineNo === undefined ? {} : { lineNo }), at: now });
    await setStatus(tx, id, 'disputed', now);
    await notifyFinance(tx, found, 'royaltyDisputed', now);
    return message;
  });
};
