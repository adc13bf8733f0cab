/**
 * Exports the codes of an approved batch, once. Throws `activationCode.batchNotFound`, `activationCode.batchState`, `request.tooMany`, and
 * `request.invalid` for too many boxes, or too many codes for a workbook.
 */
import { CodedError, LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { boxesOf, openSecret } from './batch-codes.ts';
import { findBatch, takeSealedSecret } from './batch-store.ts';
import { type BatchDependencies, getBatchView, requireFewBoxes, targetOf, wrongState } from './code-batch-view.ts';
import { codesWriter } from './isolated-codes.ts';
import { nameOfCodes } from './name-of-codes.ts';

export const exportCodeBatch: UseCase<'exportCodeBatch', BatchDependencies> = async (deps, caller, { batchId, boxSize, format }) => {
  const operator = operatorOf(caller);
  const found = await findBatch(deps.db.orm, batchId);
  if (found === undefined) throw new CodedError('activationCode.batchNotFound');
  const batch = { ...found, boxSize: boxSize ?? found.boxSize };
  requireFewBoxes(batch.count, batch.boxSize);
  if (format === 'xlsx' && batch.count > LIMITS.codesPerWorkbook)
    throw new CodedError('request.invalid', { reason: `超过 ${LIMITS.codesPerWorkbook} 个激活码时请导出 CSV` });
  const at = deps.clock.now();
  const codes = await deps.db.transaction(async (tx) => {
    const sealed = await takeSealedSecret(tx, batchId, { by: operator.userId, boxSize: batch.boxSize, at });
    if (sealed === undefined) return undefined;
    await recordAuditEvent(
      tx,
      operator,
      { action: 'codes.export', target: targetOf(batch), after: { count: batch.count, boxSize: batch.boxSize, format } },
      at,
    );
    // The file is written within the transaction, so that the batch does not count as exported if decrypting or writing fails.
    return codesWriter.run({ batch, secret: openSecret(deps.batchKey, batchId, sealed), publicUrl: deps.publicUrl, format });
  });
  if (codes === undefined) throw wrongState((await findBatch(deps.db.orm, batchId)) ?? batch);
  return {
    batch: await getBatchView(deps, operator.userId, batchId),
    fileName: `${nameOfCodes(batch)}-${batchId}.${format}`,
    ...(format === 'csv' ? { csv: codes } : { xlsx: codes }),
    boxes: boxesOf(batch),
  };
};
