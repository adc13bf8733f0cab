/**
 * Approves or rejects the scripts of the current version, requested by another person. Throws `catalog.bookNotFound`,
 * `catalog.scriptApprovalState`, `catalog.scriptSamePerson`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { readBookScripts, requireCurrentVersion, type ScriptDependencies } from './book-scripts.ts';
import { findScriptApproval, updateState } from './script-approval-store.ts';

export const decideScriptApproval: UseCase<'decideScriptApproval', ScriptDependencies> = async (
  deps,
  caller,
  { bookId, approve, reply },
) => {
  const operator = operatorOf(caller);
  const { book, version } = await requireCurrentVersion(deps, bookId);
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const approval = await findScriptApproval(tx, version.id);
    if (approval?.state !== 'requested') throw new CodedError('catalog.scriptApprovalState');
    if (approval.requestedBy === operator.userId) throw new CodedError('catalog.scriptSamePerson');
    const change = { state: approve ? 'approved' : 'rejected', by: operator.userId, reply, at } as const;
    if (!(await updateState(tx, version.id, ['requested'], change))) throw new CodedError('catalog.scriptApprovalState');
    const target = { kind: 'book', id: bookId, name: book.title } as const;
    const action = approve ? 'book.approveScripts' : 'book.rejectScripts';
    await recordAuditEvent(tx, operator, { action, target, after: { versionNo: version.no }, reason: reply }, at);
  });
  return { payload: await readBookScripts(deps, operator.userId, bookId), say: approve ? '已通过' : '已退回' };
};
