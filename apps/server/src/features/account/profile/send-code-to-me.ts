/** Sends a code of purpose `binding` to the caller's own phone number. Throws as `sendCodeAfterCaptcha`, and `account.phoneMissing`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { sendCodeAfterCaptcha } from '../codes/sms-codes.ts';
import { findUserById } from '../user-store.ts';

export const sendCodeToMe: UseCase<'sendCodeToMe', Account> = async (account, caller, captcha) => {
  const tel = (await findUserById(account.db.orm, caller.reader.userId))?.tel ?? undefined;
  if (tel === undefined) throw new CodedError('account.phoneMissing');
  return sendCodeAfterCaptcha(account, { ...captcha, tel, type: 'binding' }, caller);
};
