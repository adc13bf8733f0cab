/**
 * Queues an import again if it failed or was canceled, or if its process died. Throws `import.notFound`, and `import.alreadyFinished` for
 * an import that produced a version, was rejected or is still running.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { IMPORT_JOB, type ImportDependencies } from './import-dependencies.ts';
import { requeueImport, requireImport } from './import-job.ts';
import { allowIndexing } from './version-store.ts';

/** Time after which a running import counts as dead; it is longer than any conversion may take. */
const STALE_MS = PUBLICATION_LIMITS.importWaitMs + PUBLICATION_LIMITS.importTimeoutMs;

export const retryImport: UseCase<'retryImport', ImportDependencies> = async ({ db, clock, jobs }, caller, { id }) => {
  const { fileName, stage, versionId } = await requireImport(db.orm, id);
  await db.transaction(async (tx) => {
    if (!(await requeueImport(tx, id, clock.now() - STALE_MS))) throw new CodedError('import.alreadyFinished');
    if (versionId !== undefined) await allowIndexing(tx, versionId);
    await jobs.send(IMPORT_JOB, { id }, { tx, singletonKey: id });
    const target = { kind: 'import', id, name: fileName } as const;
    await recordAuditEvent(tx, operatorOf(caller), { action: 'import.retry', target, before: { stage } }, clock.now());
  });
  return requireImport(db.orm, id);
};
