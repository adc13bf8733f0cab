import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { dictionary, dictionaryImport } from './dictionary.ts';

/** Lists the imported dictionaries by name, and the newest imports, the newest first. */
export const listDictionaries = operation({
  name: 'listDictionaries',
  method: 'GET',
  path: '/api/admin/dictionary/list',
  summary: '已导入的词典',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({}),
  output: z.object({ items: z.array(dictionary), imports: z.array(dictionaryImport) }),
});
