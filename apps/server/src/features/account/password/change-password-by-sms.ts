/**
 * Sets a new password with a code sent to the user's number and ends every session; an account without a password gets one. Known devices
 * are forgotten, except the one that entered the code, which keeps its reserved share of the limits. Throws `account.smsCodeWrong`,
 * `account.tooManyFailures`, `account.passwordWeak`, `account.passwordTransport`, `account.frozen`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { withProvenNumber } from '../codes/prove-number.ts';
import { issueDeviceCredential } from '../devices/known-devices.ts';
import { hashNewPassword } from '../published-password.ts';
import { revokeSessions } from '../sessions.ts';
import { requireUsableAccount } from '../usable-account.ts';
import { findUserByTel, setUserPassword } from '../user-store.ts';
import { openNewPassword } from './new-password.ts';

export const changePasswordBySms: UseCase<'changePasswordBySms', Account> = (account, caller, { tel, code, password }) =>
  withProvenNumber(account, { tel, type: 'resetPassword', code }, caller, async (proven) => {
    const user = await findUserByTel(account.db.orm, tel);
    if (user === undefined) throw new CodedError('account.smsCodeWrong');
    await requireUsableAccount(account.db.orm, user);
    const stored = await hashNewPassword(account, await openNewPassword(account, password, tel));
    await revokeSessions(account, user.id, async (tx) => {
      await proven.useUp(tx);
      await setUserPassword(tx, user.id, stored, account.clock.now());
    });
    const payload = { deviceCredential: issueDeviceCredential(account, user.id, caller.deviceId) };
    return { payload, say: '密码已修改，请用新密码登录' };
  });
