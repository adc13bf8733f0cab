/**
 * Scheduled backups (`BACKUP_DIR`): one a day, made by the process that takes the job; old ones are removed after a new one is complete.
 */
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { manifestFileOf } from '../platform/backup/backup-manifest.ts';
import { endBackupRun, findBackupRun, startBackupRun } from '../platform/backup/backup-runs.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import type { BackupSettings } from '../platform/backup-settings.ts';
import { chinaClock, DAY_MS, dayOf, startOfDay } from '../platform/china-time.ts';
import { appVersion, PASSING_OBJECTS } from './cli/backup.ts';
import { explainFailure } from './explain-failure.ts';
import type { Platform } from './open-platform.ts';
import { secretsFolderOf } from './open-stores.ts';

export const BACKUP_JOB = 'backup';

const MINUTE_MS = 60_000;
/** Interval at which the process checks whether a backup is due. */
const LOOK_EVERY_MS = 30_000;

/** Returns the latest time at or before `now` at which a backup was due, UTC ms. */
export const lastDueAt = ({ atMinute }: Pick<BackupSettings, 'atMinute'>, now: number): number => {
  const today = startOfDay(dayOf(now)) + atMinute * MINUTE_MS;
  return today <= now ? today : today - DAY_MS;
};

/** Returns the name of a backup folder, made from the due time in Beijing time: `shufang-20261123-0330`. */
export const backupName = (dueAt: number): string => {
  const [date = '', time = ''] = chinaClock(dueAt).toISOString().split('T');
  return `shufang-${date.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}`;
};

const OWN_NAME = /^shufang-\d{8}-\d{4}$/;
const OWN_PARTIAL = /^shufang-\d{8}-\d{4}\.partial-[0-9a-f]+$/;

const isWhole = (folder: string): Promise<boolean> =>
  access(manifestFileOf(folder)).then(
    () => true,
    () => false,
  );

/** Removes all scheduled backups except the newest `keep`, and the partial folders of killed processes. Other folders are not touched. */
const prune = async ({ folder, keep }: BackupSettings): Promise<string[]> => {
  const names = await readdir(folder);
  const whole: string[] = [];
  for (const name of names.filter((candidate) => OWN_NAME.test(candidate)).toSorted())
    if (await isWhole(path.join(folder, name))) whole.push(name);
  const removed = [...whole.slice(0, -keep), ...names.filter((name) => OWN_PARTIAL.test(name))];
  for (const name of removed) await rm(path.join(folder, name), { recursive: true, force: true });
  return removed;
};

const makeBackup = async (platform: Platform, settings: BackupSettings, folder: string): Promise<number> => {
  await mkdir(settings.folder, { recursive: true, mode: 0o700 });
  // Does nothing if the backup is already complete, because an earlier process was killed after the last step.
  if (await isWhole(folder)) return 0;
  const source = {
    db: platform.db,
    objects: platform.objects,
    secretsFolder: secretsFolderOf(platform.config),
    appVersion: appVersion(),
    passingObjects: PASSING_OBJECTS,
  };
  const manifest = await writeBackup(source, folder, (line) => platform.log.debug({ line: line.trim() }, 'scheduled backup'));
  return manifest.missingObjects.length;
};

/** Makes the backup of run `id`. Throws if it fails, so that the queue retries it. */
export const runScheduledBackup = async (platform: Platform, id: string): Promise<void> => {
  const { config, db, clock, log, metrics } = platform;
  const run = await findBackupRun(db.orm, id);
  if (run === undefined || run.outcome === 'done' || config.backup === undefined) return;
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  try {
    const missingObjects = await makeBackup(platform, config.backup, run.folder);
    const removed = await prune(config.backup);
    await endBackupRun(db.orm, id, { outcome: 'done', missingObjects }, clock.now());
    metrics.backupEnded('ok', seconds(), clock.now());
    log.info({ folder: run.folder, removed, missingObjects }, 'scheduled backup made');
  } catch (error) {
    metrics.backupEnded('failed', seconds(), clock.now());
    log.error({ err: error, folder: run.folder }, 'the scheduled backup failed');
    await endBackupRun(db.orm, id, { outcome: 'failed', error: explainFailure(error) }, clock.now());
    throw error;
  }
};

/** Sends the job of the due backup, once for all processes. */
export const sendDueBackup = async ({ config, db, clock, jobs }: Platform): Promise<void> => {
  const { backup } = config;
  if (backup === undefined) return;
  const now = clock.now();
  const dueAt = lastDueAt(backup, now);
  await db.transaction(async (tx) => {
    const id = await startBackupRun(tx, { dueAt, folder: path.join(backup.folder, backupName(dueAt)) }, now);
    if (id !== undefined) await jobs.send(BACKUP_JOB, { id }, { tx, singletonKey: BACKUP_JOB });
  });
};

/** Starts to check periodically whether a backup is due. Returns the function that stops it; does nothing without `BACKUP_DIR`. */
export const watchBackups = (platform: Platform): (() => Promise<void>) => {
  if (platform.config.backup === undefined || !platform.config.runJobs) return async () => undefined;
  const look = (): Promise<void> =>
    sendDueBackup(platform).catch((error: unknown) => platform.log.error({ err: error }, 'the scheduled backup could not be begun'));
  let running = look();
  const timer = setInterval(() => {
    running = look();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};
