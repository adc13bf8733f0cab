/** The dependencies of imports, made from a platform that was opened before. */
import { requestReanchoring } from '../features/annotation/reanchor/reanchor-store.ts';
import { listOwnerIds } from '../features/entitlement/store.ts';
import { createImportDependencies, type ImportDependencies } from '../features/publication/import/import-dependencies.ts';
import type { Platform } from './open-platform.ts';

export const importDependenciesOf = (platform: Platform): ImportDependencies =>
  createImportDependencies(platform, {
    ownersOf: (tx, bookId) => listOwnerIds(tx, bookId, platform.clock.now()),
    onIndexed: requestReanchoring,
  });
