import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Returns which dictionaries the operator offers, and whether texts can be translated. Readers see no entry for what is not offered. */
export const getLookUps = operation({
  name: 'getLookUps',
  method: 'GET',
  path: '/api/dictionary/sources',
  summary: '可用的词典和翻译',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ hasDictionary: z.boolean(), hasTranslation: z.boolean() }),
});
