/** Produces the export of a user's data: the parts of all slices and an overview page. Runs as a job in any server process. */
import path from 'node:path';
import { type ExportedFile, exportedText } from '../../platform/personal-data.ts';
import { withTemporaryFolder } from '../publication/import/temporary-folder.ts';
import { failExport, finishExport, startExport, touchExport } from './data-export-store.ts';
import type { ExportDependencies } from './file-dependencies.ts';
import { FILE_LIMITS } from './limits.ts';
import { removeOtherExports } from './store.ts';
import { storeFile } from './store-file.ts';
import { writeZip } from './write-zip.ts';

/** Thrown when the user or the export was deleted while the export ran. */
class ExportGoneError extends Error {
  override readonly name = 'ExportGoneError';
}

/** Formats dates in the time zone of China, whatever the server's. */
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });
/** Progress that has grown by at least this much is stored at once; smaller growth is stored when the interval has passed. */
const STEP = 0.01;
const PROGRESS_INTERVAL_MS = 5_000;

const readme = (files: readonly ExportedFile[], now: number): ExportedFile => {
  const groups = Map.groupBy(files, (file) => file.about);
  const lines = [...groups].map(([about, group]) => {
    const [first] = group;
    const folder = first !== undefined && first.path.includes('/') ? `${first.path.split('/')[0]}/` : (first?.path ?? '');
    return `${folder}\n    ${about}`;
  });
  const text = `您在书房的全部数据（${DAY.format(now)}）\n\n时间为 UTC 毫秒。密码与登录凭据不在其中：我们只保存密码的散列值。\n\n${lines.join('\n')}\n`;
  return exportedText('说明.txt', '', text);
};

const collect = async ({ db, holders, clock }: ExportDependencies, userId: string): Promise<ExportedFile[]> => {
  const files: ExportedFile[] = [];
  for (const holder of holders) files.push(...(await holder.exportOf(db.orm, userId)));
  return [readme(files, clock.now()), ...files];
};

/** Returns a function that stores the progress of an export when it has grown by `STEP` or an interval has passed. */
const teller = (deps: ExportDependencies, id: string, signal: AbortSignal) => {
  let reported = { progress: 0, at: deps.clock.now() };
  return async (done: number, total: number): Promise<void> => {
    signal.throwIfAborted();
    const progress = Math.min(done / total, 1);
    const now = deps.clock.now();
    if (progress - reported.progress < STEP && now - reported.at < PROGRESS_INTERVAL_MS) return;
    reported = { progress, at: now };
    if (!(await touchExport(deps.db.orm, id, progress, now))) throw new ExportGoneError('the export has ended');
  };
};

const pack = (deps: ExportDependencies, id: string, userId: string, signal: AbortSignal): Promise<void> =>
  withTemporaryFolder(deps.temporaryFolder, 'export', async (folder) => {
    const filePath = path.join(folder, 'export.zip');
    await writeZip(filePath, await collect(deps, userId), deps.clock.now(), teller(deps, id, signal));
    const now = deps.clock.now();
    const expiresAt = now + FILE_LIMITS.dataExportLifetimeMs;
    const name = `书房-我的数据-${DAY.format(now)}.zip`;
    await storeFile(
      deps,
      { ownerId: userId, kind: 'export', name, mediaType: 'application/zip', filePath, expiresAt },
      async (tx, stored) => {
        if (!(await finishExport(tx, id, { id: stored.id, sizeBytes: stored.sizeBytes, expiresAt }, now)))
          throw new ExportGoneError('the export has ended');
        await removeOtherExports(tx, userId, stored.id, now);
      },
    );
  });

/**
 * Runs an export. Throws only if the signal was aborted, so that the job is retried; every other failure is stored as the result of the
 * export.
 */
export const runDataExport = async (deps: ExportDependencies, id: string, signal: AbortSignal): Promise<void> => {
  const userId = await startExport(deps.db.orm, id, deps.clock.now());
  if (userId === undefined) return;
  try {
    await pack(deps, id, userId, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ExportGoneError)) deps.log.error({ err: error, exportId: id }, 'a data export failed');
    await failExport(deps.db.orm, id);
  }
};
