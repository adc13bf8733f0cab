/** Personal data of the sample slice: the samples that a teacher asked for, with the addresses. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteSamplesOf, listEverySampleOf } from './store.ts';

export const sampleData: PersonalDataHolder = {
  slice: 'sample',
  exportOf: async (db, userId) => [exportedJson('samples.json', '您申请的样书，以及审核和发货', await listEverySampleOf(db, userId))],
  eraseOf: deleteSamplesOf,
};
