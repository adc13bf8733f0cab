/** Counts the storage in use for the start page of the admin area. */
import { statfs } from 'node:fs/promises';
import type { StorageDependencies } from '../features/admin/get-storage-use.ts';
import { countUserFileBytes } from '../features/files/store.ts';
import { countBookBytes } from '../features/publication/versions/count-stored-bytes.ts';
import { sql } from '../platform/sql.ts';
import type { Platform } from './open-platform.ts';

export const storageUseOf = ({ db: { orm }, config }: Pick<Platform, 'db' | 'config'>): StorageDependencies => ({
  countBookBytes: () => countBookBytes(orm),
  countUserFileBytes: () => countUserFileBytes(orm),
  countDatabaseBytes: async () => {
    const { rows } = await orm.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`);
    return Number(rows[0]?.bytes ?? 0);
  },
  countFreeBytes: async () => {
    if (config.s3 !== undefined) return undefined;
    const { bavail, bsize } = await statfs(config.dataDir);
    return bavail * bsize;
  },
});
