/**
 * Voids codes of a batch: a range of serial numbers or all, bound codes only if requested. Throws `activationCode.batchNotFound`,
 * `activationCode.batchState` for a batch without codes, and `request.invalid` if used teacher codes are to be voided as well.
 */
import { CodedError, opensBook } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { revokeEntitlementOfCode } from '../entitlement/code-entitlements.ts';
import { closeBatch, findBatch, voidCodesOf } from './batch-store.ts';
import { type BatchDependencies, getBatchView, targetOf, wrongState } from './code-batch-view.ts';

export const voidCodes: UseCase<'voidCodes', BatchDependencies> = async (deps, caller, { batchId, from, to, bound, reason }) => {
  const operator = operatorOf(caller);
  const batch = await findBatch(deps.db.orm, batchId);
  if (batch === undefined) throw new CodedError('activationCode.batchNotFound');
  if (batch.state !== 'approved' && batch.state !== 'exported') throw wrongState(batch);
  if (bound && !opensBook(batch.purpose))
    throw new CodedError('request.invalid', { reason: '已使用的教师认证码不能作废；需要取消认证时，请在“认证与申请”里撤销' });
  const at = deps.clock.now();
  const range = from === undefined || to === undefined ? undefined : { from, to };
  const voided = await deps.db.transaction(async (tx) => {
    const codes = await voidCodesOf(tx, batchId, range, bound);
    for (const { hmac, userId } of codes) if (userId !== undefined) await revokeEntitlementOfCode(tx, userId, hmac);
    if (range === undefined) await closeBatch(tx, batchId, reason);
    await recordAuditEvent(
      tx,
      operator,
      { action: 'codes.void', target: targetOf(batch), after: { ...range, bound, voided: codes.length }, reason },
      at,
    );
    return codes.length;
  });
  return { payload: { batch: await getBatchView(deps, operator.userId, batchId), voided }, say: `已作废 ${voided} 个激活码` };
};
