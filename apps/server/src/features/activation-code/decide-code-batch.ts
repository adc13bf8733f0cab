/**
 * Approves or rejects a batch of codes requested by another operator. Throws `activationCode.batchNotFound`, `activationCode.batchState`,
 * `activationCode.batchSamePerson`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { type AdminOperator, operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { codeOf, makeBatchSecret, sealSecret } from './batch-codes.ts';
import { approveBatch, findBatch, rejectBatch, type StoredBatch } from './batch-store.ts';
import { type BatchDependencies, getBatchView, targetOf, wrongState } from './code-batch-view.ts';
import { hashedCode } from './code-hash.ts';
import { insertCodes } from './code-store.ts';

/** Approves a batch. This creates its codes: it stores their hashes and the encrypted secret from which they are derived. */
const approve = async (deps: BatchDependencies, operator: AdminOperator, batch: StoredBatch, reply: string): Promise<boolean> => {
  const at = deps.clock.now();
  const secret = makeBatchSecret();
  return deps.db.transaction(async (tx) => {
    const sealedSecret = sealSecret(deps.batchKey, batch.id, secret);
    if (!(await approveBatch(tx, batch.id, { by: operator.userId, reply, sealedSecret, at }))) return false;
    await insertCodes(tx, batch.id, 'minted', batch.count, (serial) => hashedCode(deps.codeKey, codeOf(secret, serial)));
    await recordAuditEvent(
      tx,
      operator,
      { action: 'codes.approve', target: targetOf(batch), after: { count: batch.count }, reason: reply },
      at,
    );
    return true;
  });
};

const reject = (deps: BatchDependencies, operator: AdminOperator, batch: StoredBatch, reply: string): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    if (!(await rejectBatch(tx, batch.id, { by: operator.userId, reply, at }))) return false;
    await recordAuditEvent(tx, operator, { action: 'codes.reject', target: targetOf(batch), reason: reply }, at);
    return true;
  });

export const decideCodeBatch: UseCase<'decideCodeBatch', BatchDependencies> = async (deps, caller, input) => {
  const operator = operatorOf(caller);
  const batch = await findBatch(deps.db.orm, input.batchId);
  if (batch === undefined) throw new CodedError('activationCode.batchNotFound');
  if (batch.createdBy === operator.userId) throw new CodedError('activationCode.batchSamePerson');
  const isDone = await (input.approve ? approve : reject)(deps, operator, batch, input.reply);
  if (!isDone) throw wrongState((await findBatch(deps.db.orm, batch.id)) ?? batch);
  return {
    payload: { batch: await getBatchView(deps, operator.userId, batch.id) },
    say: input.approve ? '已通过，激活码已生成' : '已退回',
  };
};
