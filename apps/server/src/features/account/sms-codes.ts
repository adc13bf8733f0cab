/** Codes that go by short message to a number. */
import { LIMITS, type SmsType } from '@shufang/contract';
import type { SmsMessage } from '../../gateways/sms/sms-gateway.ts';
import type { Account } from './account.ts';
import { takeCodeBudget } from './budgets.ts';
import { type CaptchaProof, checkCaptcha } from './captchas.ts';
import { makeSentCode } from './sent-codes.ts';

export interface SmsWish {
  readonly tel: string;
  readonly type: SmsType;
}

export interface SmsAsking {
  readonly address: string;
  readonly deviceId: string | undefined;
}

/**
 * Takes one message from every budget and keeps a fresh code; nothing is sent yet. Throws `account.smsTooSoon` (with `seconds`),
 * `account.smsBudget`, `unavailable`.
 */
export const prepareSmsCode = async (account: Account, { tel, type }: SmsWish, asker: SmsAsking): Promise<SmsMessage> => {
  const { limiter, smsSystemPerHour: perHour, log } = account;
  const alarm = (): void => log.error({ perHour }, 'the hourly budget of messages for the whole system is used up');
  await takeCodeBudget(limiter, 'sms', { to: tel, address: asker.address, from: asker.deviceId }, { perHour, alarm });
  return { tel, type, ...(await makeSentCode(account, { target: tel, type, askedBy: '' })) };
};

/** Hands a prepared code to the supplier. Throws `account.smsUnavailable`, `account.smsBudget`; why stands in the log. */
export const deliverSmsCode = async ({ sms, log }: Pick<Account, 'sms' | 'log'>, message: SmsMessage): Promise<void> => {
  try {
    await sms.send(message);
  } catch (error) {
    if (sms.isOff !== true) log.error({ err: error, type: message.type }, 'a message was not sent');
    throw error;
  }
};

/**
 * Sends a code after a captcha. Throws `account.captchaWrong` or `account.sliderWrong`, `account.smsTooSoon` (with `seconds`),
 * `account.smsBudget`, `account.smsUnavailable`, `unavailable`.
 */
export const sendSmsCode = async (account: Account, wish: SmsWish & CaptchaProof, asker: SmsAsking): Promise<{ resendAt: number }> => {
  await checkCaptcha(account, wish);
  const message = await prepareSmsCode(account, wish, asker);
  await deliverSmsCode(account, message);
  return { resendAt: message.at + LIMITS.smsResendMs };
};
