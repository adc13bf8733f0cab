/** Personal data of the verification slice: a user's applications. The proofs are exported with the user's files. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteApplicationsOf, listEveryApplicationOf } from './store.ts';

export const applicationData: PersonalDataHolder = {
  slice: 'application',
  exportOf: async (db, userId) => [
    exportedJson('applications.json', '您的教师认证与作者申请，以及审核结果', await listEveryApplicationOf(db, userId)),
  ],
  eraseOf: deleteApplicationsOf,
};
