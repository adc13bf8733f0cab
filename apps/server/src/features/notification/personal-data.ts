/** Personal data of the notification slice: a user's notifications. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { NOTIFICATION_LIMITS } from './limits.ts';
import { deleteNotificationsOf, listNotifications } from './notifications.ts';

export const notificationData: PersonalDataHolder = {
  slice: 'notification',
  exportOf: async (db, userId) => [
    exportedJson('notices.json', '您收到的消息', await listNotifications(db, userId, NOTIFICATION_LIMITS.notificationsExported)),
  ],
  eraseOf: deleteNotificationsOf,
};
