/** Assembles the dependencies of the imports of dictionaries. */
import type { DictionaryImportDependencies } from '../features/dictionary/dictionary-dependencies.ts';
import { noteUnclaimedObject } from '../features/files/store.ts';
import { temporaryFolderOf, withTemporaryFolder } from '../features/publication/import/temporary-folder.ts';
import type { Platform } from './open-platform.ts';

export const dictionaryImportDependenciesOf = (platform: Platform): DictionaryImportDependencies => ({
  ...platform,
  withTemporaryFolder: (work) => withTemporaryFolder(temporaryFolderOf(platform.config), 'upload', work),
  noteUnclaimedObject,
});
