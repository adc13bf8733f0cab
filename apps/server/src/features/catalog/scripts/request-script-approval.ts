/**
 * Requests that the scripts of the current version may run. Throws `catalog.bookNotFound`, `catalog.noScripts`,
 * `catalog.scriptApprovalState`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { readBookScripts, requireCurrentVersion, type ScriptDependencies } from './book-scripts.ts';
import { insertRequest } from './script-approval-store.ts';

export const requestScriptApproval: UseCase<'requestScriptApproval', ScriptDependencies> = async (deps, caller, { bookId, reason }) => {
  const operator = operatorOf(caller);
  const { book, version } = await requireCurrentVersion(deps, bookId);
  if (version.manifest.readingOrder.every(({ scripted }) => scripted === undefined)) throw new CodedError('catalog.noScripts');
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const isStored = await insertRequest(tx, { versionId: version.id, bookId, by: operator.userId, reason, at });
    if (!isStored) throw new CodedError('catalog.scriptApprovalState');
    const target = { kind: 'book', id: bookId, name: book.title } as const;
    await recordAuditEvent(tx, operator, { action: 'book.requestScripts', target, after: { versionNo: version.no }, reason }, at);
  });
  return { payload: await readBookScripts(deps, operator.userId, bookId), say: '已提交，等待另一位同事审核' };
};
