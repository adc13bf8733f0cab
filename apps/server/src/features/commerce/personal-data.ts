/** The commerce slice's part of a person's data: what they may read and why, and the codes they used. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteClaimsOf, readClaims } from './claim-store.ts';
import { listCodesBoundBy, unbindCodesOf } from './code-store.ts';
import { deleteInstitutionReadingsOf, listInstitutionReadings } from './institution-reading-store.ts';
import { deletePlacesOf, listSeatsOf } from './licence-places-store.ts';
import { anonymiseEntitlements, readEntitlements } from './store.ts';

/** Rights stay for the accounts, under a number that names nobody; a used code stays used. */
export const commerceData: PersonalDataHolder = {
  slice: 'commerce',
  exportOf: async (db, userId) => [
    exportedJson('entitlements.json', '图书权益：您可以阅读的图书、来源与期限', await readEntitlements(db, userId)),
    exportedJson('activation-codes.json', '您用过的激活码（只保存末四位）', await listCodesBoundBy(db, userId)),
    exportedJson('institution-reading.json', '您通过机构的网络读过的图书', await listInstitutionReadings(db, userId)),
    exportedJson('licence-seats.json', '您占用的机构阅读名额', await listSeatsOf(db, userId)),
    exportedJson('code-claims.json', '您为无法使用的激活码提交的申请', await readClaims(db, userId)),
  ],
  async eraseOf(tx, userId) {
    await anonymiseEntitlements(tx, userId);
    await unbindCodesOf(tx, userId);
    await deleteInstitutionReadingsOf(tx, userId);
    await deletePlacesOf(tx, userId);
    await deleteClaimsOf(tx, userId);
  },
};
