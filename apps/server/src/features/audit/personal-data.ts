/** What the log of operators' acts holds of a person: what was done to their account. It stays after an erasure, with an id that names nobody. */
import { listActs } from '../../platform/audit.ts';
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';

/** More than ever happens to one account. */
const ACTS_MAX = 10_000;

export const auditData: PersonalDataHolder = {
  slice: 'audit',
  async exportOf(db, userId) {
    const acts = await listActs(db, { targetKind: 'user', targetId: userId, limit: ACTS_MAX });
    const shown = acts.map(({ at, act, before, after, reason }) => ({ at, act, before, after, reason }));
    return [exportedJson('operator-acts.json', '运营者对您的账号做过的操作', shown)];
  },
  eraseOf: async () => undefined,
};
