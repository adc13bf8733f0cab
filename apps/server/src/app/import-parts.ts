/** What imports need, taken from an open platform. */
import path from 'node:path';
import { listOwnerIds } from '../features/commerce/store.ts';
import type { ImportDependencies } from '../features/media/import/import-dependencies.ts';
import type { Config } from '../platform/config.ts';
import type { Platform } from './open-platform.ts';

export const importTemporaryFolder = (config: Pick<Config, 'dataDir'>): string => path.join(config.dataDir, 'tmp');

export const importParts = (platform: Platform): ImportDependencies => ({
  db: platform.db,
  objects: platform.objects,
  events: platform.events,
  jobs: platform.jobs,
  clock: platform.clock,
  log: platform.log,
  ownersOf: (tx, bookId) => listOwnerIds(tx, bookId, platform.clock.now()),
  temporaryFolder: importTemporaryFolder(platform.config),
});
