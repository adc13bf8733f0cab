/** Personal data of the entitlement slice: a user's entitlements, and the books the user read through an institution. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteInstitutionReadingsOf, listInstitutionReadings } from './institution-reading-store.ts';
import { anonymiseEntitlements, readEntitlements } from './store.ts';

/** When an account is erased, its entitlements stay for accounting, under an account id that identifies nobody. */
export const entitlementData: PersonalDataHolder = {
  slice: 'entitlement',
  exportOf: async (db, userId) => [
    exportedJson('entitlements.json', '图书权益：您可以阅读的图书、来源与期限', await readEntitlements(db, userId)),
    exportedJson('institution-reading.json', '您通过机构的网络读过的图书', await listInstitutionReadings(db, userId)),
  ],
  async eraseOf(tx, userId) {
    await anonymiseEntitlements(tx, userId);
    await deleteInstitutionReadingsOf(tx, userId);
  },
};
