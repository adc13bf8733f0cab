/** Asking for a copy of everything we hold about a person, and how far it is. The copy is made by `run-data-export.ts`. */
import { type DataExport, newId } from '@shufang/contract';
import { failDeadExports, findNewestExport, insertExport, type StoredExport } from './data-export-store.ts';
import { DATA_EXPORT_JOB, type FileDependencies } from './file-dependencies.ts';

type Parts = Pick<FileDependencies, 'db' | 'clock' | 'jobs'>;

/** A run gives a sign of life every few seconds; one whose job a restored backup does not hold never does. */
const DEAD_AFTER_MS = 3_600_000;

const view = ({ touchedAt, ...found }: StoredExport, now: number): DataExport => {
  const isDead = (found.state === 'queued' || found.state === 'running') && touchedAt < now - DEAD_AFTER_MS;
  if (isDead) return { ...found, state: 'failed' };
  // Its file has been removed.
  const isOver = found.expiresAt !== null && found.expiresAt <= now;
  return isOver ? { ...found, fileId: null } : found;
};

/** Begins a copy, or answers the one under way. */
export const exportMyData = async ({ db, clock, jobs }: Parts, userId: string): Promise<{ export: DataExport; isNew: boolean }> => {
  const now = clock.now();
  const isNew = await db.transaction(async (tx) => {
    await failDeadExports(tx, userId, now - DEAD_AFTER_MS);
    const id = newId(now);
    if (!(await insertExport(tx, { id, userId, now }))) return false;
    await jobs.send(DATA_EXPORT_JOB, { id }, { tx, singletonKey: id });
    return true;
  });
  const newest = await findNewestExport(db.orm, userId);
  if (newest === undefined) throw new Error('the export was made and is gone');
  return { export: view(newest, now), isNew };
};

export const getDataExport = async ({ db, clock }: Omit<Parts, 'jobs'>, userId: string): Promise<{ export: DataExport | null }> => {
  const newest = await findNewestExport(db.orm, userId);
  return { export: newest === undefined ? null : view(newest, clock.now()) };
};
