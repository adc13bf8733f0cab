import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { dictionaryImport } from './dictionary.ts';

/**
 * Receives the files of a dictionary as a form and queues their import: one file, or the files of one StarDict dictionary. A dictionary of the
 * same name is replaced. `name`, `license`: in place of those that the file states; without any license nothing is imported. Throws
 * `file.missing`, `file.tooLarge`.
 */
export const createDictionaryImport = operation({
  name: 'createDictionaryImport',
  method: 'POST',
  path: '/api/admin/dictionary/import',
  summary: '导入词典',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({
    name: z.string().trim().max(LIMITS.dictionaryNameChars, `名称最多 ${LIMITS.dictionaryNameChars} 个字`).default(''),
    license: z.string().trim().max(LIMITS.dictionaryLicenseChars, `许可最多 ${LIMITS.dictionaryLicenseChars} 个字`).default(''),
  }),
  output: dictionaryImport,
  errors: ['file.missing', 'file.tooLarge'],
});
