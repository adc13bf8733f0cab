/** The news a person was told, as part of their data. */
import { LIMITS } from '@shufang/contract';
import { deleteNoticesOf, listNotices } from '../../platform/notices.ts';
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';

export const noticeData: PersonalDataHolder = {
  slice: 'notice',
  exportOf: async (db, userId) => [exportedJson('notices.json', '您收到的消息', await listNotices(db, userId, LIMITS.noticesExported))],
  eraseOf: deleteNoticesOf,
};
