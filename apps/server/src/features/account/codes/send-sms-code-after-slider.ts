/**
 * Sends an SMS code after a correct slider. Throws `account.sliderWrong`, `account.smsTooSoon`, `account.smsBudget`,
 * `account.smsUnavailable`, `unavailable`.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { sendCodeAfterCaptcha } from './sms-codes.ts';

export const sendSmsCodeAfterSlider: UseCase<'sendSmsCodeAfterSlider', Account> = (account, caller, input) =>
  sendCodeAfterCaptcha(account, input, caller);
