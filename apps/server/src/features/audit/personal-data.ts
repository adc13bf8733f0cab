/**
 * Personal data of the audit slice: the audit events about a user's account. They stay after an erasure, with an id that no longer
 * identifies a user.
 */

import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { listAuditEvents } from './audit-events.ts';

/** Maximum number of events in a data export, more than any account has. */
const EVENTS_MAX = 10_000;

export const auditData: PersonalDataHolder = {
  slice: 'audit',
  async exportOf(db, userId) {
    const events = await listAuditEvents(db, { targetKind: 'user', targetId: userId, limit: EVENTS_MAX });
    const shown = events.map(({ at, action, before, after, reason }) => ({ at, action, before, after, reason }));
    return [exportedJson('operator-acts.json', '运营者对您的账号做过的操作', shown)];
  },
  eraseOf: async () => undefined,
};
