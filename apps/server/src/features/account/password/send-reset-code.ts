/**
 * Sends the code for a new password, without a captcha, under the same rate limits as every other message. Nothing is sent to a number
 * without an account, but the response does not reveal that: the limits are charged, a code is stored (its tries are counted and cost the
 * same), and the caller never waits for the supplier, whose refusal is only logged. Throws `account.smsTooSoon`, `account.smsBudget`,
 * `unavailable`, and `account.smsUnavailable` where no supplier is configured.
 */
import { CodedError, LIMITS } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { deliverSmsCode, prepareSmsCode } from '../codes/sms-codes.ts';
import { findUserByTel } from '../user-store.ts';

/** Handles a rejected promise whose error needs no action: the caller already has the response, and the cause is already in the log. */
const ignoreLoggedError = (): void => undefined;

export const sendResetCode: UseCase<'sendResetCode', Account> = async (account, caller, { tel }) => {
  if (account.sms.isOff === true) throw new CodedError('account.smsUnavailable');
  const message = await prepareSmsCode(account, { tel, type: 'resetPassword' }, caller);
  const user = await findUserByTel(account.db.orm, tel);
  if (user !== undefined) {
    // Prepares and sends the message after the response was sent, so that even preparing it does not delay the response.
    setImmediate(() => {
      deliverSmsCode(account, message).catch(ignoreLoggedError);
    });
  }
  return { resendAt: message.at + LIMITS.smsResendMs };
};
