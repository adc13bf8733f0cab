/** A new password for who holds the number: asking for the code, and the change. Knows no HTTP. */
import { CodedError, LIMITS } from '@shufang/contract';
import type { Account } from './account.ts';
import { openNewPassword } from './new-password.ts';
import { withProvenNumber } from './prove-number.ts';
import { revokeSessions } from './sessions.ts';
import { deliverSmsCode, prepareSmsCode, type SmsAsking } from './sms-codes.ts';
import { requireUsableAccount } from './usable-account.ts';
import { findUserByTel, setUserPassword } from './user-store.ts';

/** Whoever asked has had their answer; the reason stands in the log already. */
const ignoreTheLogged = (): void => undefined;

/**
 * Sends the code without a captcha, under the same budgets as every other message. To a number that nobody has nothing is sent, but
 * all that can be noticed is the same: the budgets are spent, a code is kept (tries at it are counted, and cost the same), and
 * nobody waits for the supplier, whose refusal stands in the log only. Throws `account.smsTooSoon`, `account.smsBudget`,
 * `unavailable`, and `account.smsUnavailable` where there is no supplier at all.
 */
export const sendResetCode = async (account: Account, { tel }: { tel: string }, asker: SmsAsking): Promise<{ resendAt: number }> => {
  if (account.sms.isOff === true) throw new CodedError('account.smsUnavailable');
  const message = await prepareSmsCode(account, { tel, type: 'resetPassword' }, asker);
  const user = await findUserByTel(account.db.orm, tel);
  if (user !== undefined) {
    // After the answer has left, so that not even the making of the request delays it.
    setImmediate(() => {
      deliverSmsCode(account, message).catch(ignoreTheLogged);
    });
  }
  return { resendAt: message.at + LIMITS.smsResendMs };
};

/**
 * Sets the password and ends every session of the person; who never had a password has one now. Throws `account.smsCodeWrong`,
 * `account.tooManyFailures`, `account.passwordWeak`, `account.passwordTransport`, `account.frozen`.
 */
export const changePasswordBySms = async (
  account: Account,
  input: { tel: string; code: string; password: string },
  { address }: { address: string },
): Promise<void> => {
  const { tel, code } = input;
  await withProvenNumber(account, { tel, type: 'resetPassword', code }, address, async (proven) => {
    const user = await findUserByTel(account.db.orm, tel);
    if (user === undefined) throw new CodedError('account.smsCodeWrong');
    await requireUsableAccount(account.db.orm, user);
    const passwordHash = await account.hasher.hash(await openNewPassword(account, input.password, tel));
    await revokeSessions(account, user.id, async (tx) => {
      await proven.useUp(tx);
      await setUserPassword(tx, user.id, passwordHash, account.clock.now());
    });
  });
};
