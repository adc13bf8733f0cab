/**
 * Requests a batch of codes, which another operator must approve. Throws `catalog.bookNotFound`, and `request.invalid` for an end in the
 * past or before the start, or too many boxes.
 */
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { findBook } from '../catalog/find-books.ts';
import { insertBatch } from './batch-store.ts';
import { type BatchDependencies, getBatchView, requireFewBoxes } from './code-batch-view.ts';

export const requestCodeBatch: UseCase<'requestCodeBatch', BatchDependencies> = async (
  deps,
  caller,
  { printing, termDays, validFrom, validUntil, ...requested },
) => {
  const operator = operatorOf(caller);
  const now = deps.clock.now();
  requireFewBoxes(requested.count, requested.boxSize);
  const book = await findBook(deps.db.orm, requested.bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  if (validUntil !== undefined && validUntil <= now) throw new CodedError('request.invalid', { reason: '截止日期已经过去' });
  if (validFrom !== undefined && validUntil !== undefined && validUntil <= validFrom)
    throw new CodedError('request.invalid', { reason: '截止日期早于开始日期' });
  const id = newId(now);
  await deps.db.transaction(async (tx) => {
    await insertBatch(tx, {
      ...requested,
      id,
      state: 'requested',
      printing: printing === '' ? undefined : printing,
      termDays,
      validFrom: validFrom ?? now,
      validUntil,
      createdBy: operator.userId,
      approvedBy: undefined,
      exportedAt: undefined,
      createdAt: now,
    });
    await recordAuditEvent(
      tx,
      operator,
      {
        action: 'codes.request',
        target: { kind: 'codeBatch', id, name: book.title },
        after: { ...requested, printing, termDays, validFrom, validUntil },
      },
      now,
    );
  });
  return { payload: { batch: await getBatchView(deps, operator.userId, id) }, say: '已提交，等待另一位同事审批' };
};
