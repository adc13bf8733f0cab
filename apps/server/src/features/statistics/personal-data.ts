/** Personal data of the statistics slice: reading by week, which blocks of documents were read, and the reading goal. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deletePlanOf, readPlanData } from './personal/plan-store.ts';
import { deleteStatisticsOf, readStatisticsData } from './rollup-store.ts';

export const statisticsData: PersonalDataHolder = {
  slice: 'statistics',
  exportOf: async (db, userId) => [
    exportedJson('reading-by-week.json', '各周的阅读时长，以及读过哪些段落', await readStatisticsData(db, userId)),
    exportedJson('reading-plan.json', '阅读目标，是否接收提醒和每周小结', await readPlanData(db, userId)),
  ],
  eraseOf: async (tx, userId) => {
    await deleteStatisticsOf(tx, userId);
    await deletePlanOf(tx, userId);
  },
};
