/**
 * Looks up the words with which a text begins, in the imported dictionaries and the operator's services. One that fails does not hide the
 * others. Throws `unavailable` and `request.tooMany`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { asCodedError, type DictionaryDependencies, takeCall } from './dictionary-dependencies.ts';
import { findEntries, hasDictionary } from './dictionary-store.ts';
import { DICTIONARY_LIMITS } from './limits.ts';
import { wordsAtStart } from './words-at-start.ts';

export const lookUpText: UseCase<'lookUpText', DictionaryDependencies> = async (deps, { reader }, { text }) => {
  const { db, dictionaries } = deps;
  const isStored = await hasDictionary(db.orm);
  if (dictionaries.length === 0 && !isStored) throw new CodedError('unavailable');
  await takeCall(deps, `dictionary:${reader.userId}`, DICTIONARY_LIMITS.lookUpsPerMinute, DICTIONARY_LIMITS.lookUpsPerDay);
  const { signal } = new AbortController();
  const stored = isStored ? await findEntries(db.orm, wordsAtStart(text), DICTIONARY_LIMITS.storedEntriesMax) : [];
  const results = await Promise.allSettled(dictionaries.map((dictionary) => dictionary.lookUp(text, signal)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [asCodedError(deps, result.reason)] : []));
  if (!isStored && failures.length === results.length) throw failures[0];
  return { entries: [...stored, ...results.flatMap((result) => (result.status === 'fulfilled' ? [...result.value] : []))] };
};
