/** Replies to a disputed statement; a correction becomes a line of the payee's next statement of the book. */
import { CodedError, newId, type RoyaltyMessage } from '@shufang/contract';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { type Operator, operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { notifyUser } from '../notification/notifications.ts';
import { insertAdjustment } from './account-store.ts';
import { addMessage } from './add-message.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { lockScopedStatements } from './statement-store.ts';

/** Replies as the given operator. */
export const replyToDisputeAs = async (
  { db, clock }: RoyaltyDependencies,
  { operator, accessScope }: { readonly operator: Operator; readonly accessScope: AccessScope | undefined },
  { id, body, adjustFen }: UseCaseInput<'replyToRoyaltyDispute'>,
): Promise<RoyaltyMessage> => {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [found] = await lockScopedStatements(tx, [id], accessScope);
    if (found === undefined) throw new CodedError('royalty.notFound');
    if (found.status !== 'disputed') throw new CodedError('royalty.stateChanged');
    const message = await addMessage(tx, id, { from: 'finance', body, at: now });
    const target = { kind: 'royaltyStatement' as const, id, name: found.bookTitle };
    if (adjustFen !== undefined) {
      await insertAdjustment(tx, { id: newId(now), statementId: id, fen: adjustFen, at: now });
      await recordAuditEvent(tx, operator, { action: 'royalty.adjust', target, after: { fen: adjustFen }, reason: body }, now);
    }
    await recordAuditEvent(tx, operator, { action: 'royalty.reply', target, reason: body }, now);
    await notifyUser(tx, found.userId, { kind: 'royaltyReplied', subject: { id, name: found.bookTitle } }, now);
    return message;
  });
};

/** Throws `royalty.notFound`, `royalty.stateChanged`, `royalty.threadFull`. */
export const replyToRoyaltyDispute: UseCase<'replyToRoyaltyDispute', RoyaltyDependencies> = (deps, caller, input) =>
  replyToDisputeAs(deps, { operator: operatorOf(caller), accessScope: caller.accessScope }, input);
