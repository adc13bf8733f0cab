/** Scheduled backups: their folder, their time, and how many are retained. */
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/** Schemas of the environment variables that configure backups; part of the schema in `config.ts`. */
export const backupEnvironment = {
  /** Folder of the scheduled backups; if it is absent, no backups are scheduled. */
  BACKUP_DIR: z
    .string()
    .trim()
    .transform((value) => (value === '' ? undefined : value))
    .optional(),
  /** Time of day of the backup, Beijing time. */
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, '须为一天中的时刻（北京时间），例如 03:30')
    .default('03:30'),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(366).default(7),
};

type Environment = z.output<z.ZodObject<typeof backupEnvironment>> & { readonly DATA_DIR: string };

export interface BackupSettings {
  readonly folder: string;
  /** Time of day of the backup in minutes after midnight, Beijing time. */
  readonly atMinute: number;
  /** Number of newest backups that are retained. */
  readonly keep: number;
}

export const backupSettings = (env: Environment): BackupSettings | undefined => {
  if (env.BACKUP_DIR === undefined) return undefined;
  if (!path.isAbsolute(env.BACKUP_DIR)) throw new ConfigError('BACKUP_DIR 须为绝对路径，例如 /mnt/backup/shufang');
  for (const own of ['postgres', 'objects', 'secrets', 'tmp']) {
    const relation = path.relative(path.resolve(env.DATA_DIR, own), env.BACKUP_DIR);
    if (!relation.startsWith('..') && !path.isAbsolute(relation))
      throw new ConfigError(`BACKUP_DIR 不能在 DATA_DIR 的 ${own} 里，最好在另一块磁盘上`);
  }
  const [hour = 0, minute = 0] = env.BACKUP_AT.split(':').map(Number);
  return { folder: path.normalize(env.BACKUP_DIR), atMinute: hour * 60 + minute, keep: env.BACKUP_KEEP };
};
