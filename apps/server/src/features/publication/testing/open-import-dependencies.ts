/**
 * Test support: everything an import needs on a fresh database and a folder of objects. Jobs are run at once by `runQueued` instead of a
 * queue. Books are not checked against the EPUB standard, which takes longer than the import; its tests do that with the same files.
 */
import path from 'node:path';
import { newId } from '@shufang/contract';
import { openFolderObjectStorage } from '../../../gateways/object-storage/folder-object-storage.ts';
import { systemClock } from '../../../platform/clock.ts';
import { openDatabase } from '../../../platform/database.ts';
import { createInProcessEvents } from '../../../platform/events.ts';
import { createLogger } from '../../../platform/logger.ts';
import { runConversion } from '../conversion/run-conversion.ts';
import type { ImportDependencies } from '../import/import-dependencies.ts';

/** Opens the dependencies. `url`: of a migrated database; `folder`: for stored objects and temporary files. */
export const openImportDependencies = async (
  url: string,
  folder: string,
): Promise<{ dependencies: ImportDependencies; queued: string[]; close: () => Promise<void> }> => {
  const log = createLogger('silent');
  const queued: string[] = [];
  const db = await openDatabase({ connectionString: url, max: 5 });
  const parts: ImportDependencies = {
    db,
    objects: await openFolderObjectStorage(path.join(folder, 'objects')),
    events: createInProcessEvents(log),
    clock: systemClock,
    log,
    convert: runConversion,
    checkStandard: async () => [],
    temporaryFolder: path.join(folder, 'tmp'),
    jobs: {
      send: async (_name, data) => {
        queued.push((data as { id?: string }).id ?? newId());
      },
      work: async () => undefined,
      start: async () => undefined,
      stop: async () => undefined,
    },
  };
  return { dependencies: parts, queued, close: () => db.close() };
};
