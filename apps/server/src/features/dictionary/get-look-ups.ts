/** Returns which dictionaries the operator offers, and whether texts can be translated. */
import type { UseCase } from '../../platform/http/register.ts';
import type { DictionaryDependencies } from './dictionary-dependencies.ts';
import { hasDictionary } from './dictionary-store.ts';

export const getLookUps: UseCase<'getLookUps', DictionaryDependencies> = async ({ db, dictionaries, translation }) => ({
  hasDictionary: dictionaries.length > 0 || (await hasDictionary(db.orm)),
  hasTranslation: translation !== undefined,
});
