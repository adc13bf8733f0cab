/** The account slice's part of a user's personal data: profile, sessions and consents. */
import { exportedJson, type PersonalDataHolder } from '../../../platform/personal-data.ts';
import type { Account } from '../account.ts';
import { eraseUser, readUserData } from './personal-data-store.ts';

export const createAccountData = ({ clock }: Pick<Account, 'clock'>): PersonalDataHolder => ({
  slice: 'account',
  async exportOf(db, userId) {
    const { account, sessions, endedSessions, consents } = await readUserData(db, userId);
    return [
      exportedJson('account.json', '账号：手机号、昵称、头像、身份、绑定的第三方账号', account ?? null),
      exportedJson('sessions.json', '登录记录：正在登录的设备，以及最近结束的登录', { sessions, endedSessions }),
      exportedJson('consents.json', '您同意过的用户协议版本', consents),
    ];
  },
  eraseOf: (tx, userId) => eraseUser(tx, userId, clock.now()),
});
