/** Personal data of the license slice: the seats that a user holds in licenses of institutions. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteSeatsOf, listSeatsOf } from './license-capacity.ts';

export const licenseData: PersonalDataHolder = {
  slice: 'license',
  exportOf: async (db, userId) => [exportedJson('license-seats.json', '您占用的机构阅读名额', await listSeatsOf(db, userId))],
  eraseOf: deleteSeatsOf,
};
