/**
 * Sends an SMS code after an image or audio captcha. Throws `account.captchaWrong`, `account.smsTooSoon`, `account.smsBudget`,
 * `account.smsUnavailable`, `unavailable`.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { sendCodeAfterCaptcha } from './sms-codes.ts';

export const sendSmsCode: UseCase<'sendSmsCode', Account> = (account, caller, input) => sendCodeAfterCaptcha(account, input, caller);
