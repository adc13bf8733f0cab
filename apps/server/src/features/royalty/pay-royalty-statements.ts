/** Records that statements were paid. */
import { CodedError, LIMITS } from '@shufang/contract';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { type Operator, operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { notifyUser } from '../notification/notifications.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { lockScopedStatements, type StoredStatement, setPaid } from './statement-store.ts';

const SILENCE_MS = LIMITS.royaltySilenceDays * 86_400_000;

const canBePaid = ({ status, issuedAt }: StoredStatement, now: number): boolean =>
  status === 'confirmed' || (status === 'issued' && (issuedAt ?? now) <= now - SILENCE_MS);

export interface RoyaltyPayment {
  readonly paidOn: string;
  readonly reference: string;
}

/** Records payments as the given operator. Returns how many. */
export const payStatementsAs = async (
  { db, clock }: RoyaltyDependencies,
  { operator, accessScope }: { readonly operator: Operator; readonly accessScope: AccessScope | undefined },
  ids: readonly string[],
  { paidOn, reference }: RoyaltyPayment,
): Promise<number> => {
  const now = clock.now();
  const named = [...new Set(ids)];
  return db.transaction(async (tx) => {
    const found = await lockScopedStatements(tx, named, accessScope);
    if (found.length !== named.length) throw new CodedError('royalty.notFound');
    const early = found.find((one) => !canBePaid(one, now));
    if (early !== undefined) throw new CodedError('royalty.notConfirmed', { book: early.bookTitle, days: LIMITS.royaltySilenceDays });
    await setPaid(tx, named, paidOn, reference);
    for (const { id, userId, bookTitle, fen } of found) {
      await notifyUser(tx, userId, { kind: 'royaltyPaid', subject: { id, name: bookTitle } }, now);
      const target = { kind: 'royaltyStatement' as const, id, name: bookTitle };
      await recordAuditEvent(tx, operator, { action: 'royalty.pay', target, after: { fen, paidOn, reference } }, now);
    }
    return found.length;
  });
};

/** Throws `royalty.notFound`, `royalty.notConfirmed`. */
export const payRoyaltyStatements: UseCase<'payRoyaltyStatements', RoyaltyDependencies> = async (deps, caller, { ids, ...payment }) => {
  const changed = await payStatementsAs(deps, { operator: operatorOf(caller), accessScope: caller.accessScope }, ids, payment);
  return { payload: { changed }, say: `已登记付款 ${changed} 份` };
};
