/** Opens the database (embedded or external, without migrating it) and the object store. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFolderObjectStorage } from '../gateways/object-storage/folder-object-storage.ts';
import type { ObjectStorage } from '../gateways/object-storage/object-storage.ts';
import { openS3ObjectStorage } from '../gateways/object-storage/s3-object-storage.ts';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres.ts';
import type { Logger } from '../platform/logger.ts';

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '..', '..', 'migrations');

export const secretsFolderOf = (config: Pick<Config, 'dataDir'>): string => path.join(config.dataDir, 'secrets');

/** How long to wait for connections to return to the pool before the embedded database is stopped. */
const POOL_CLOSE_WAIT_MS = 3_000;

type Closing<T> = T & { close(): Promise<void> };

/** Opens the database. `exclusive` is false for a command that may run beside a server. */
export const openConfiguredDatabase = async (config: Config, log: Logger, exclusive: boolean): Promise<Closing<{ db: Database }>> => {
  const postgres =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: path.join(config.dataDir, 'postgres'), log, exclusive })
      : undefined;
  try {
    const url = postgres?.url ?? config.databaseUrl ?? '';
    const db = await openDatabase(url, { onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke') });
    return {
      db,
      async close() {
        // Closing the pool waits for all connections in use; the fast shutdown of the database server ends those that hang.
        const closing = db.close();
        if (postgres === undefined) return closing;
        await Promise.race([closing.catch(() => undefined), sleep(POOL_CLOSE_WAIT_MS, undefined, { ref: false })]);
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
};

export const openConfiguredObjects = async (config: Config): Promise<Closing<{ objects: ObjectStorage }>> => {
  if (config.s3 === undefined) {
    return { objects: await openFolderObjectStorage(path.join(config.dataDir, 'objects')), close: async () => undefined };
  }
  const objects = await openS3ObjectStorage(config.s3);
  return { objects, close: async () => objects.close() };
};

/** Opens the database and the object store. If opening fails, everything opened so far is closed before the error is thrown. */
export const openStores = async (
  config: Config,
  log: Logger,
  exclusive: boolean,
): Promise<Closing<{ db: Database; objects: ObjectStorage }>> => {
  const database = await openConfiguredDatabase(config, log, exclusive);
  try {
    const store = await openConfiguredObjects(config);
    return {
      db: database.db,
      objects: store.objects,
      async close() {
        await store.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};
