/**
 * Cancels an import: one in the queue ends at once; a running one receives an event and ends within a moment. Throws `import.notFound`,
 * `import.alreadyFinished`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { IMPORT_CANCEL_EVENT, type ImportDependencies } from './import-dependencies.ts';
import { finishImport, requestCancel, requireImport } from './import-job.ts';

export const cancelImport: UseCase<'cancelImport', ImportDependencies> = async ({ db, clock, events }, caller, { id }) => {
  const { fileName } = await requireImport(db.orm, id);
  const now = clock.now();
  const stage = await db.transaction(async (tx) => {
    const stageBefore = await requestCancel(tx, id);
    if (stageBefore === undefined) throw new CodedError('import.alreadyFinished');
    if (stageBefore === 'queued') await finishImport(tx, id, { stage: 'canceled', detail: '已取消', findings: [], finishedAt: now });
    await recordAuditEvent(
      tx,
      operatorOf(caller),
      { action: 'import.cancel', target: { kind: 'import', id, name: fileName }, before: { stage: stageBefore } },
      now,
    );
    return stageBefore;
  });
  if (stage !== 'queued') await events.publish(IMPORT_CANCEL_EVENT, { id });
  return requireImport(db.orm, id);
};
