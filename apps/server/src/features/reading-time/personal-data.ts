/** Personal data of the reading-time slice: reading time by document and block, and whether it is recorded. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteRecordingOf, deleteTimesOf, readTimeData } from './store.ts';

export const readingTimeData: PersonalDataHolder = {
  slice: 'reading-time',
  exportOf: async (db, userId) => [
    exportedJson('reading-time-by-chapter.json', '各章各段的阅读时长，以及是否记录', await readTimeData(db, userId)),
  ],
  eraseOf: async (tx, userId) => {
    await deleteTimesOf(tx, userId);
    await deleteRecordingOf(tx, userId);
  },
};
