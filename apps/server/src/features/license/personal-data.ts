/** Personal data of the license slice: the seats that a user holds in licenses of institutions, and the use of books through them. */
import { newId } from '@shufang/contract';
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteSeatsOf, listSeatsOf } from './license-capacity.ts';
import { forgetUseOf, listUseOf } from './license-use.ts';

export const licenseData: PersonalDataHolder = {
  slice: 'license',
  exportOf: async (db, userId) => [
    exportedJson('license-seats.json', '您占用的机构阅读名额', await listSeatsOf(db, userId)),
    exportedJson('license-use.json', '您每月经机构打开图书的次数', await listUseOf(db, userId)),
  ],
  eraseOf: async (tx, userId) => {
    await deleteSeatsOf(tx, userId);
    await forgetUseOf(tx, userId, newId());
  },
};
