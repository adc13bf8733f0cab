/** Registers the operations of dictionaries and translation. */
import { register } from '../../platform/http/register.ts';
import { registerUploads } from '../../platform/http/register-uploads.ts';
import type { Router } from '../../platform/http/router.ts';
import { createDictionaryImport } from './create-dictionary-import.ts';
import { deleteDictionary } from './delete-dictionary.ts';
import type { DictionaryDependencies, DictionaryImportDependencies } from './dictionary-dependencies.ts';
import { getLookUps } from './get-look-ups.ts';
import { listDictionaries } from './list-dictionaries.ts';
import { lookUpText } from './look-up-text.ts';
import { translateText } from './translate-text.ts';

export const registerDictionaryRoutes = (router: Router, dependencies: DictionaryDependencies): void => {
  register(router, dependencies, { getLookUps, lookUpText, translateText });
};

/** Registers the operations of the admin area on imported dictionaries. */
export const registerAdminDictionaryRoutes = (router: Router, dependencies: DictionaryImportDependencies): void => {
  register(router, dependencies, { listDictionaries, deleteDictionary });
  registerUploads(router, dependencies, { createDictionaryImport });
};
