/** The media slice's part of a person's data: the files an operator brought in. The books are not theirs, so they stay. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { forgetImporter, listImportsOf } from './import/import-job.ts';

export const mediaData: PersonalDataHolder = {
  slice: 'media',
  exportOf: async (db, userId) => [exportedJson('imports.json', '您导入过的图书文件', await listImportsOf(db, userId))],
  eraseOf: forgetImporter,
};
