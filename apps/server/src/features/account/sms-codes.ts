/** Codes sent by short message: six digits, kept as a keyed hash, bound to number and purpose, five tries, one use. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CodedError, LIMITS, type SmsType } from '@shufang/contract';
import type { Account } from './account.ts';
import { takeSmsBudget } from './budgets.ts';
import { type CaptchaProof, checkCaptcha } from './captchas.ts';
import { putSmsCode, spendSmsTry, useSmsCode } from './proof-store.ts';

const hashOf = (secret: Buffer, tel: string, type: SmsType, code: string): Buffer =>
  createHmac('sha256', secret).update(`${tel}|${type}|${code}`).digest();

export interface SmsWish {
  readonly tel: string;
  readonly type: SmsType;
}

/**
 * Sends a code after a captcha. Throws `account.captchaWrong` or `account.sliderWrong`, `account.smsTooSoon` (with `seconds`),
 * `account.smsBudget`, `account.smsUnavailable`, `unavailable`.
 */
export const sendSmsCode = async (
  account: Account,
  wish: SmsWish & CaptchaProof,
  asker: { address: string; deviceId: string | undefined },
): Promise<{ resendAt: number }> => {
  const { db, clock, keys, limiter, sms } = account;
  await checkCaptcha(account, wish);
  const { smsSystemPerHour: perHour, log } = account;
  const alarm = (): void => log.error({ perHour }, 'the hourly budget of messages for the whole system is used up');
  await takeSmsBudget(limiter, { tel: wish.tel, address: asker.address, deviceId: asker.deviceId }, { perHour, alarm });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const at = clock.now();
  await putSmsCode(db.orm, {
    tel: wish.tel,
    type: wish.type,
    codeHash: hashOf(keys.smsCode, wish.tel, wish.type, code),
    createdAt: at,
    expiresAt: at + LIMITS.smsCodeLifetimeMs,
  });
  await sms.send({ tel: wish.tel, type: wish.type, code, at });
  return { resendAt: at + LIMITS.smsResendMs };
};

/**
 * Spends a try on the newest code of this number and purpose; the right one may then be used up, by one caller. Both throw
 * `account.smsCodeWrong` for a wrong, old, used or exhausted code.
 */
export const proveSmsCode = async (
  { db, clock, keys }: Pick<Account, 'db' | 'clock' | 'keys'>,
  proof: { tel: string; type: SmsType; code: string },
): Promise<{ useUp(): Promise<void> }> => {
  const { tel, type } = proof;
  const kept = await spendSmsTry(db.orm, tel, type, LIMITS.smsCodeTries, clock.now());
  const offered = hashOf(keys.smsCode, tel, type, proof.code.normalize('NFKC').trim());
  if (kept === undefined || !timingSafeEqual(kept, offered)) throw new CodedError('account.smsCodeWrong');
  return {
    useUp: async () => {
      if (!(await useSmsCode(db.orm, tel, type, kept, clock.now()))) throw new CodedError('account.smsCodeWrong');
    },
  };
};
