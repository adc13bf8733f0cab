/** Codes sent by mail to an address at an institution. Only the user who requested a code can use it. */
import { CodedError, LIMITS } from '@shufang/contract';
import type { Account } from '../account.ts';
import { addressFactor } from '../address-limits.ts';
import { takeCodeBudget } from '../budgets.ts';
import { makeSentCode } from './sent-codes.ts';

export interface MailCodeRequest {
  /** The e-mail address the code is sent to, in lower case. */
  readonly to: string;
  readonly type: 'teacher';
  readonly userId: string;
  readonly subject: string;
  readonly textOf: (code: string) => string;
}

/** Sends a code by mail. Throws `account.mailTooSoon` (with `seconds`), `account.mailBudget`, `account.mailUnavailable`, `unavailable`. */
export const sendMailCode = async (
  account: Account,
  { to, type, userId, subject, textOf }: MailCodeRequest,
  { address }: { readonly address: string },
): Promise<{ resendAt: number }> => {
  const { limiter, mail, mailSystemPerHour: perHour, log } = account;
  if (mail === undefined) throw new CodedError('account.mailUnavailable');
  const alarm = (): void => log.error({ perHour }, 'the hourly budget of mail for the whole system is used up');
  await takeCodeBudget(
    limiter,
    { purpose: 'mail', to, address, from: userId, addressFactor: addressFactor(account.institutionAddresses, address) },
    { perHour, alarm },
  );
  const { code, at } = await makeSentCode(account, [{ target: to, type, askedBy: userId }]);
  try {
    await mail.send({ to, type, code, subject, text: textOf(code), at });
  } catch (error) {
    log.error({ err: error, type }, 'a mail was not sent');
    throw error;
  }
  return { resendAt: at + LIMITS.smsResendMs };
};
