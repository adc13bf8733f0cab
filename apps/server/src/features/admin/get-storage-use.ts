/** Returns the storage in use. Each slice counts its own files; the assembly passes the functions in. */
import type { UseCase } from '../../platform/http/register.ts';

export interface StorageDependencies {
  readonly countBookBytes: () => Promise<number>;
  readonly countUserFileBytes: () => Promise<number>;
  readonly countDatabaseBytes: () => Promise<number>;
  /** Returns the free space of the folder with the objects; undefined if they are in an object store. */
  readonly countFreeBytes: () => Promise<number | undefined>;
}

export const getStorageUse: UseCase<'getStorageUse', StorageDependencies> = async (dependencies) => {
  const [bookBytes, userFileBytes, databaseBytes, freeBytes] = await Promise.all([
    dependencies.countBookBytes(),
    dependencies.countUserFileBytes(),
    dependencies.countDatabaseBytes(),
    dependencies.countFreeBytes(),
  ]);
  return { bookBytes, userFileBytes, databaseBytes, ...(freeBytes === undefined ? {} : { freeBytes }) };
};
