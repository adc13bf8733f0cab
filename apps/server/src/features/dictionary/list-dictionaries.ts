/** Lists the imported dictionaries and the newest imports, for the admin area. */
import type { UseCase } from '../../platform/http/register.ts';
import { DICTIONARY_EXPIRE_MS, type DictionaryImportDependencies } from './dictionary-dependencies.ts';
import { listDictionaryImports } from './dictionary-import-store.ts';
import { listStoredDictionaries } from './dictionary-store.ts';

export const listDictionaries: UseCase<'listDictionaries', DictionaryImportDependencies> = async ({ db, clock }) => {
  const [items, imports] = await Promise.all([listStoredDictionaries(db.orm), listDictionaryImports(db.orm)]);
  const staleBefore = clock.now() - 2 * DICTIONARY_EXPIRE_MS;
  return {
    items,
    // An import that should have ended long ago was killed with its server more often than it is retried.
    imports: imports.map((each) => (each.finishedAt === undefined && each.createdAt < staleBefore ? { ...each, state: 'failed' } : each)),
  };
};
