/**
 * Decides a claim: grants the entitlement and voids the old code, or rejects the claim, in one transaction. Throws
 * `activationCode.claimNotFound`, `activationCode.claimDecided`, `request.invalid`; `activationCode.claimBookRemoved` for an approval.
 */
import { CodedError, newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { findBooks } from '../catalog/find-books.ts';
import { grantByCode, revokeEntitlementOfCode } from '../entitlement/code-entitlements.ts';
import { notifyUser } from '../notification/notifications.ts';
import { decideClaimRow, findClaim, type StoredClaim } from './claim-store.ts';
import { type ClaimDependencies, requireReadable, viewClaimsForOperator } from './code-claim.ts';
import { voidCodeOfBook } from './code-store.ts';

const DAY_MS = 86_400_000;

/**
 * Voids the code that the claim replaces. Its entitlement ends only if the editor chose so. Throws `request.invalid` if the code is not one
 * of this book.
 */
const voidOldCode = async (
  tx: Transaction,
  claim: StoredClaim,
  codeId: string | undefined,
  endBound: boolean,
): Promise<string | undefined> => {
  if (codeId === undefined) return undefined;
  const voided = await voidCodeOfBook(tx, Buffer.from(codeId, 'hex'), claim.bookId);
  if (voided === undefined) throw new CodedError('request.invalid', { reason: '这个激活码不是本书的，或已经作废' });
  if (endBound && voided.boundBy !== undefined) await revokeEntitlementOfCode(tx, voided.boundBy, codeId);
  return voided.last4;
};

export const decideClaim: UseCase<'decideClaim', ClaimDependencies> = async (
  deps,
  caller,
  { claimId, approve, reply, termDays, codeId, endBound },
) => {
  const claim = await findClaim(deps.db.orm, claimId);
  if (claim === undefined) throw new CodedError('activationCode.claimNotFound');
  const operator = operatorOf(caller);
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const [book] = await findBooks(tx, [claim.bookId]);
    if (approve && book !== undefined) requireReadable(book);
    const isFirst = await decideClaimRow(tx, claimId, {
      status: approve ? 'approved' : 'rejected',
      reply,
      voidedCode: approve && codeId !== undefined ? Buffer.from(codeId, 'hex') : undefined,
      by: operator.userId,
      at,
    });
    if (!isFirst) throw new CodedError('activationCode.claimDecided');
    const voidedCode = approve ? await voidOldCode(tx, claim, codeId, endBound) : undefined;
    if (approve) {
      await grantByCode(tx, {
        id: newId(at),
        userId: claim.userId,
        bookId: claim.bookId,
        source: 'claim',
        sourceId: claimId,
        startsAt: at,
        endsAt: termDays === undefined ? undefined : at + termDays * DAY_MS,
        status: 'active',
        grantedBy: operator.userId,
        note: '',
        createdAt: at,
      });
    }
    const action = approve ? 'claim.approve' : 'claim.reject';
    const target = { kind: 'codeClaim', id: claimId } as const;
    await recordAuditEvent(
      tx,
      operator,
      {
        action,
        target,
        after: { bookId: claim.bookId, termDays, voidedCode, ...(voidedCode === undefined ? {} : { endBound }) },
        reason: reply,
      },
      at,
    );
    const kind = approve ? 'claimApproved' : 'claimRejected';
    await notifyUser(tx, claim.userId, { kind, subject: { id: claim.bookId, name: book?.title ?? '' } }, at);
  });
  await deps.notifyClaimant(claim.userId);
  const decided = await findClaim(deps.db.orm, claimId);
  const [view] = await viewClaimsForOperator(deps, decided === undefined ? [] : [decided]);
  if (view === undefined) throw new CodedError('activationCode.claimNotFound');
  return { payload: { claim: view }, say: approve ? '已通过，读者可以阅读这本书' : '已退回' };
};
