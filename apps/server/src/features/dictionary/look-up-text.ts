/**
 * Looks up the words with which a text begins, in all dictionaries. One dictionary that fails does not hide the others. Throws `unavailable`
 * and `request.tooMany`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { asCodedError, type DictionaryDependencies, takeCall } from './dictionary-dependencies.ts';
import { DICTIONARY_LIMITS } from './limits.ts';

export const lookUpText: UseCase<'lookUpText', DictionaryDependencies> = async (deps, { reader }, { text }) => {
  const { dictionaries } = deps;
  if (dictionaries.length === 0) throw new CodedError('unavailable');
  await takeCall(deps, `dictionary:${reader.userId}`, DICTIONARY_LIMITS.lookUpsPerMinute, DICTIONARY_LIMITS.lookUpsPerDay);
  const { signal } = new AbortController();
  const results = await Promise.allSettled(dictionaries.map((dictionary) => dictionary.lookUp(text, signal)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [asCodedError(deps, result.reason)] : []));
  if (failures.length === results.length) throw failures[0];
  return { entries: results.flatMap((result) => (result.status === 'fulfilled' ? [...result.value] : [])) };
};
