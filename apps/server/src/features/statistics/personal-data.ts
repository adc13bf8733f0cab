/** Personal data of the statistics slice: reading by week, and which blocks of documents were read. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteStatisticsOf, readStatisticsData } from './rollup-store.ts';

export const statisticsData: PersonalDataHolder = {
  slice: 'statistics',
  exportOf: async (db, userId) => [
    exportedJson('reading-by-week.json', '各周的阅读时长，以及读过哪些段落', await readStatisticsData(db, userId)),
  ],
  eraseOf: deleteStatisticsOf,
};
