/** Codes sent by short message: six digits, kept as a keyed hash, bound to number and purpose, five tries, one use. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CodedError, LIMITS, type SmsType } from '@shufang/contract';
import type { SmsMessage } from '../../gateways/sms/sms-gateway.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Account } from './account.ts';
import { takeSmsBudget } from './budgets.ts';
import { type CaptchaProof, checkCaptcha } from './captchas.ts';
import { giveBackSmsTry, putSmsCode, spendSmsTry, useSmsCode } from './proof-store.ts';

const hashOf = (secret: Buffer, tel: string, type: SmsType, code: string): Buffer =>
  createHmac('sha256', secret).update(`${tel}|${type}|${code}`).digest();

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
  const { db, clock, keys, limiter, smsSystemPerHour: perHour, log } = account;
  const alarm = (): void => log.error({ perHour }, 'the hourly budget of messages for the whole system is used up');
  await takeSmsBudget(limiter, { tel, address: asker.address, deviceId: asker.deviceId }, { perHour, alarm });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const at = clock.now();
  const codeHash = hashOf(keys.smsCode, tel, type, code);
  await putSmsCode(db.orm, { tel, type, codeHash, createdAt: at, expiresAt: at + LIMITS.smsCodeLifetimeMs });
  return { tel, type, code, at };
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

/** A code that was right: it may be used up once, or its try given back when it was shown in vain. */
export interface ProvenCode {
  /** Alone or within a transaction. Throws `account.smsCodeWrong` when another call was quicker. */
  useUp(db?: Queryable): Promise<void>;
  /** Changes nothing once it is used up. */
  giveBack(): Promise<void>;
}

/** Spends a try on the newest code of this number and purpose. Throws `account.smsCodeWrong` for a wrong, old, used or exhausted code. */
export const proveSmsCode = async (
  { db, clock, keys }: Pick<Account, 'db' | 'clock' | 'keys'>,
  proof: { tel: string; type: SmsType; code: string },
): Promise<ProvenCode> => {
  const { tel, type } = proof;
  const kept = await spendSmsTry(db.orm, tel, type, LIMITS.smsCodeTries, clock.now());
  const offered = hashOf(keys.smsCode, tel, type, proof.code.normalize('NFKC').trim());
  if (kept === undefined || !timingSafeEqual(kept, offered)) throw new CodedError('account.smsCodeWrong');
  return {
    useUp: async (within = db.orm) => {
      if (!(await useSmsCode(within, tel, type, kept, clock.now()))) throw new CodedError('account.smsCodeWrong');
    },
    giveBack: () => giveBackSmsTry(db.orm, tel, type, kept),
  };
};
