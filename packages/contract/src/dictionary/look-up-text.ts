import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';

/** A word in a dictionary. `pinyin` has tone marks, `license` says under which terms the dictionary is available. */
export const dictionaryEntry = z.object({
  headword: z.string(),
  pinyin: z.string().optional(),
  definitions: z.array(z.string()),
  source: z.string(),
  license: z.string().optional(),
});
export type DictionaryEntry = z.output<typeof dictionaryEntry>;

/**
 * Looks up the words with which a text begins, in all dictionaries of the operator, the longest first. Throws `unavailable` if the operator
 * has none or the dictionary service fails, and `request.tooMany`.
 */
export const lookUpText = operation({
  name: 'lookUpText',
  method: 'GET',
  path: '/api/dictionary/entries',
  summary: '查词典',
  permission: 'ownAccount',
  input: z.object({
    text: z.string().trim().min(1, '请选择要查的文字').max(LIMITS.lookUpChars, `一次最多查 ${LIMITS.lookUpChars} 个字`),
  }),
  output: z.object({ entries: z.array(dictionaryEntry) }),
});
