/** Packs a copy of a person's data: every slice's part and a page that says what is what. Runs as a job in any server process. */
import path from 'node:path';
import { LIMITS } from '@shufang/contract';
import { type ExportedFile, exportedText } from '../../platform/personal-data.ts';
import { withTemporaryFolder } from '../media/import/temporary-folder.ts';
import { failExport, finishExport, startExport, touchExport } from './data-export-store.ts';
import type { ExportDependencies } from './file-dependencies.ts';
import { keepFile } from './keep-file.ts';
import { removeOtherExports } from './store.ts';
import { writeZip } from './write-zip.ts';

/** The person, or the export, is gone meanwhile. */
class ExportGoneError extends Error {
  override readonly name = 'ExportGoneError';
}

/** Dates as people in China write them, wherever the server stands. */
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });
/** Progress is told in steps. */
const STEP = 0.01;
const TELL_EVERY_MS = 5_000;

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

/** Tells how far it is, now and then. */
const teller = (deps: ExportDependencies, id: string, signal: AbortSignal) => {
  let told = { progress: 0, at: deps.clock.now() };
  return async (done: number, total: number): Promise<void> => {
    signal.throwIfAborted();
    const progress = Math.min(done / total, 1);
    const now = deps.clock.now();
    if (progress - told.progress < STEP && now - told.at < TELL_EVERY_MS) return;
    told = { progress, at: now };
    if (!(await touchExport(deps.db.orm, id, progress, now))) throw new ExportGoneError('the export has ended meanwhile');
  };
};

const pack = (deps: ExportDependencies, id: string, userId: string, signal: AbortSignal): Promise<void> =>
  withTemporaryFolder(deps.temporaryFolder, 'export', async (folder) => {
    const filePath = path.join(folder, 'export.zip');
    await writeZip(filePath, await collect(deps, userId), deps.clock.now(), teller(deps, id, signal));
    const now = deps.clock.now();
    const expiresAt = now + LIMITS.dataExportLifetimeMs;
    const name = `书房-我的数据-${DAY.format(now)}.zip`;
    await keepFile(deps, { ownerId: userId, kind: 'export', name, mediaType: 'application/zip', filePath, expiresAt }, async (tx, kept) => {
      if (!(await finishExport(tx, id, { id: kept.id, sizeBytes: kept.sizeBytes, expiresAt }, now)))
        throw new ExportGoneError('the export has ended meanwhile');
      await removeOtherExports(tx, userId, kept.id, now);
    });
  });

/** Throws only when it was told to give up, for another try; every other failure is kept as the end of this export. */
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
