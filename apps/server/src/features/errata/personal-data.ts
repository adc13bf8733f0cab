/** Personal data of the errata slice: the errata a user reported. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteErrataOf, listEveryErratumOf } from './store.ts';

export const errataData: PersonalDataHolder = {
  slice: 'errata',
  exportOf: async (db, userId) => [exportedJson('errata.json', '您报告的勘误，以及处理结果', await listEveryErratumOf(db, userId))],
  eraseOf: deleteErrataOf,
};
