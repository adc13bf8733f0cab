/** Watching imports, stopping one and running one again. */
import { CodedError, type ImportJob, LIMITS } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../../platform/audit.ts';
import type { Bounds } from '../../../platform/http/call-reach.ts';
import { IMPORT_CANCEL_EVENT, IMPORT_JOB, type ImportDependencies } from './import-dependencies.ts';
import { askToCancel, findImport, finishImport, listNewestImports, requeueImport } from './import-job.ts';

/** A running import whose process has died is known by this: no conversion may take so long. */
const STALE_MS = LIMITS.importTimeoutMs * 3;

export const getImport = async (deps: Pick<ImportDependencies, 'db'>, id: string): Promise<ImportJob> => {
  const stored = await findImport(deps.db.orm, id);
  if (!stored) throw new CodedError('import.notFound');
  return stored.job;
};

export const listImports = (deps: Pick<ImportDependencies, 'db'>, limit: number, bounds: Bounds | undefined): Promise<ImportJob[]> =>
  listNewestImports(deps.db.orm, limit, bounds);

/** A waiting import ends at once; a running one is told and ends within a moment. Throws `import.alreadyFinished`. */
export const cancelImport = async (deps: ImportDependencies, operator: DeskOperator, id: string): Promise<ImportJob> => {
  const { fileName } = await getImport(deps, id);
  const now = deps.clock.now();
  const stage = await deps.db.transaction(async (tx) => {
    const found = await askToCancel(tx, id);
    if (found === undefined) throw new CodedError('import.alreadyFinished');
    if (found === 'queued') await finishImport(tx, id, { stage: 'cancelled', detail: '已取消', findings: [], finishedAt: now });
    await recordAct(tx, operator, { act: 'import.cancel', target: { kind: 'import', id, name: fileName }, before: { stage: found } }, now);
    return found;
  });
  if (stage !== 'queued') await deps.events.publish(IMPORT_CANCEL_EVENT, { id });
  return getImport(deps, id);
};

/** Queues a failed, cancelled or orphaned import again. Throws `import.alreadyFinished` for one that made a book, was refused or still runs. */
export const retryImport = async (deps: ImportDependencies, operator: DeskOperator, id: string): Promise<ImportJob> => {
  const { fileName, stage } = await getImport(deps, id);
  await deps.db.transaction(async (tx) => {
    if (!(await requeueImport(tx, id, deps.clock.now() - STALE_MS))) throw new CodedError('import.alreadyFinished');
    await deps.jobs.send(IMPORT_JOB, { id }, { tx, singletonKey: id });
    const target = { kind: 'import', id, name: fileName } as const;
    await recordAct(tx, operator, { act: 'import.retry', target, before: { stage } }, deps.clock.now());
  });
  return getImport(deps, id);
};
