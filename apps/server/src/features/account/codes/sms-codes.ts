/** Codes sent to a phone number by SMS. */
import { LIMITS, type SmsType } from '@shufang/contract';
import type { SmsMessage } from '../../../gateways/sms/sms-gateway.ts';
import type { Account } from '../account.ts';
import { addressFactor } from '../address-limits.ts';
import { takeCodeBudget } from '../budgets.ts';
import { type CaptchaProof, checkCaptcha } from '../captcha/captchas.ts';
import { findKnownDevice, type LimitedCaller } from '../devices/known-devices.ts';
import { numberBindings } from './prove-number.ts';
import { makeSentCode } from './sent-codes.ts';

export interface SmsCodeRequest {
  readonly tel: string;
  readonly type: SmsType;
}

/**
 * Counts one message against every rate limit and stores a new code. Does not send it. Throws `account.smsTooSoon` (with `seconds`),
 * `account.smsBudget`, `unavailable`.
 */
export const prepareSmsCode = async (account: Account, { tel, type }: SmsCodeRequest, caller: LimitedCaller): Promise<SmsMessage> => {
  const { limiter, smsSystemPerHour: perHour, log } = account;
  const alarm = (): void => log.error({ perHour }, 'the hourly budget of messages for the whole system is used up');
  const known = await findKnownDevice(account, tel, caller);
  const request = { purpose: type, to: tel, address: caller.address, from: caller.deviceId, known };
  await takeCodeBudget(
    limiter,
    { ...request, addressFactor: addressFactor(account.institutionAddresses, caller.address) },
    { perHour, alarm },
  );
  const bindings = numberBindings({ tel, type }, known);
  return { tel, type, ...(await makeSentCode(account, bindings)) };
};

/** Sends a prepared code. Throws `account.smsUnavailable`, `account.smsBudget`; the cause is logged. */
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
export const sendCodeAfterCaptcha = async (
  account: Account,
  request: SmsCodeRequest & CaptchaProof,
  caller: LimitedCaller,
): Promise<{ resendAt: number }> => {
  await checkCaptcha(account, request, caller);
  const message = await prepareSmsCode(account, request, caller);
  await deliverSmsCode(account, message);
  return { resendAt: message.at + LIMITS.smsResendMs };
};
