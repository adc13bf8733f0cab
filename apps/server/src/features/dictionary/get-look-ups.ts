/** Returns which dictionaries the operator offers, and whether texts can be translated. */
import type { UseCase } from '../../platform/http/register.ts';
import type { DictionaryDependencies } from './dictionary-dependencies.ts';

export const getLookUps: UseCase<'getLookUps', DictionaryDependencies> = async ({ dictionaries, translation }) => ({
  hasDictionary: dictionaries.length > 0,
  hasTranslation: translation !== undefined,
});
