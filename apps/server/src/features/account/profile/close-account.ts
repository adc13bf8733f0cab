/**
 * Schedules the erasure of the caller's account in a week and ends every session; a later request does not change the date. Throws
 * `account.phoneMissing`, `account.smsCodeWrong`, `account.tooManyFailures`.
 */
import { CodedError, LIMITS } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { withProvenNumber } from '../codes/prove-number.ts';
import { revokeSessions } from '../sessions.ts';
import { findUserById } from '../user-store.ts';
import { startClosing } from './profile-store.ts';

const DAY = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'long' });

export const closeAccount: UseCase<'closeAccount', Account> = async (account, caller, { code }) => {
  const { userId } = caller.reader;
  const user = await findUserById(account.db.orm, userId);
  if (user === undefined) throw new CodedError('requestLogin');
  if (user.tel === null) throw new CodedError('account.phoneMissing');
  return withProvenNumber(account, { tel: user.tel, type: 'binding', code }, caller, async (proven) => {
    let closesAt: number | undefined;
    await revokeSessions(
      account,
      userId,
      async (tx) => {
        await proven.useUp(tx);
        const now = account.clock.now();
        closesAt = await startClosing(tx, userId, now + LIMITS.closingMs, now);
      },
      'signedOut',
    );
    if (closesAt === undefined) throw new CodedError('requestLogin');
    return { payload: { closesAt }, say: `账号将于${DAY.format(closesAt)}注销，在此之前登录并撤销即可保留` };
  });
};
