/** Personal data of the adoption slice: the adoption lists of a teacher, with their approvals. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { completeAdoptions, deleteAdoptionsOf, listAdoptionsOf } from './store.ts';

export const adoptionData: PersonalDataHolder = {
  slice: 'adoption',
  exportOf: async (db, userId) => [
    exportedJson('adoptions.json', '您的教材征订单，以及审批', await completeAdoptions(db, await listAdoptionsOf(db, userId))),
  ],
  eraseOf: deleteAdoptionsOf,
};
