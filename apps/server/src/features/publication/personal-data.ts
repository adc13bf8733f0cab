/**
 * The publication slice's part of a user's personal data: the files that an operator imported. The books made from them are not personal
 * and stay.
 */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { clearImporter, listImportsOfUser } from './import/import-job.ts';

export const publicationData: PersonalDataHolder = {
  slice: 'publication',
  exportOf: async (db, userId) => [exportedJson('imports.json', '您导入过的图书文件', await listImportsOfUser(db, userId))],
  eraseOf: clearImporter,
};
