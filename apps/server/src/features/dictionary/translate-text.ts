/** Translates a text: Chinese into English, anything else into Chinese. Throws `unavailable` and `request.tooMany`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { asCodedError, type DictionaryDependencies, takeCall } from './dictionary-dependencies.ts';
import { DICTIONARY_LIMITS } from './limits.ts';

export const translateText: UseCase<'translateText', DictionaryDependencies> = async (deps, { reader }, { text }) => {
  const { translation } = deps;
  if (translation === undefined) throw new CodedError('unavailable');
  await takeCall(deps, `translation:${reader.userId}`, DICTIONARY_LIMITS.translationsPerMinute, DICTIONARY_LIMITS.translationsPerDay);
  const target = /\p{Script=Han}/u.test(text) ? 'en' : 'zh';
  try {
    return { text: await translation.translate(text, target, new AbortController().signal) };
  } catch (error) {
    throw asCodedError(deps, error);
  }
};
