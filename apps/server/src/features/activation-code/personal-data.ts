/** Personal data of the activation-code slice: the codes a user bound and their claims. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteClaimsOf, readClaims } from './claim-store.ts';
import { listCodesBoundBy, unbindCodesOf } from './code-store.ts';

/** When an account is erased, its codes are unbound from the user, and used codes stay used. */
export const activationCodeData: PersonalDataHolder = {
  slice: 'activation-code',
  exportOf: async (db, userId) => [
    exportedJson('activation-codes.json', '您用过的激活码（只保存末四位）', await listCodesBoundBy(db, userId)),
    exportedJson('code-claims.json', '您为无法使用的激活码提交的申请', await readClaims(db, userId)),
  ],
  async eraseOf(tx, userId) {
    await unbindCodesOf(tx, userId);
    await deleteClaimsOf(tx, userId);
  },
};
