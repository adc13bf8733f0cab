/** Personal data of the sync slice: which changes came from which device of a user, and when. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteSyncOf, readSyncOf } from './store.ts';

export const syncData: PersonalDataHolder = {
  slice: 'sync',
  async exportOf(db, userId) {
    return [exportedJson('sync.json', '同步记录：各设备提交过的更改（180 天以内）与当前的编号', await readSyncOf(db, userId))];
  },
  eraseOf: deleteSyncOf,
};
