/** Withdraws the approval of scripts, or the request for it. Throws `catalog.bookNotFound`, `catalog.scriptApprovalState`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { readBookScripts, requireCurrentVersion, type ScriptDependencies } from './book-scripts.ts';
import { updateState } from './script-approval-store.ts';

export const withdrawScriptApproval: UseCase<'withdrawScriptApproval', ScriptDependencies> = async (deps, caller, { bookId, reason }) => {
  const operator = operatorOf(caller);
  const { book, version } = await requireCurrentVersion(deps, bookId);
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const change = { state: 'withdrawn', by: operator.userId, reply: reason, at } as const;
    if (!(await updateState(tx, version.id, ['requested', 'approved'], change))) throw new CodedError('catalog.scriptApprovalState');
    const target = { kind: 'book', id: bookId, name: book.title } as const;
    await recordAuditEvent(tx, operator, { action: 'book.withdrawScripts', target, after: { versionNo: version.no }, reason }, at);
  });
  return { payload: await readBookScripts(deps, operator.userId, bookId), say: '已撤回，脚本不再运行' };
};
