/**
 * Codes of the second factor. Each code is valid once: a code of the authenticator app during its time step and one on either side, a
 * recovery code at any time. The secret is stored encrypted, recovery codes as keyed hashes.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { CodedError } from '@shufang/contract';
import { Secret, TOTP } from 'otpauth';
import type { Transaction } from '../../../platform/database.ts';
import type { Account } from '../account.ts';
import { secondFactorBudget } from '../budgets.ts';
import { knownDeviceOf, type LimitedCaller } from '../devices/known-devices.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { unseal } from '../sealed-box.ts';
import { findUserById } from '../user-store.ts';
import { findSecondFactor, putRecoveryCodes, takeRecoveryCode, takeTimeStep } from './second-factor-store.ts';

const PERIOD_S = 30;
/** Time steps accepted on either side, because phone clocks drift and users type slowly. */
const WINDOW = 1;
/** Length of a secret: 160 bits, as RFC 4226 recommends. */
export const SECRET_BYTES = 20;
const ISSUER = '书房';
/** The alphabet of recovery codes: 32 characters that look different from each other. Each character encodes five bits. */
const RECOVERY_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Length of a recovery code: 16 characters of five bits each, 80 bits. */
const RECOVERY_CHARS = 16;

export const totpOf = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

export type SecondFactorDependencies = Pick<Account, 'db' | 'clock' | 'keys'>;

/** Normalizes a typed code: users type spaces, dashes, small and full-width letters. */
const normalize = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');

const recoveryHash = (keys: Account['keys'], userId: string, code: string): Buffer =>
  createHmac('sha256', keys.recoveryCode)
    .update(`${userId}|${normalize(code)}`)
    .digest();

/** Returns a new recovery code such as `ABCD-EFGH-JKLM-NPQR`. */
const makeRecoveryCode = (): string =>
  [...randomBytes(RECOVERY_CHARS)]
    .map((byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

export const replaceRecoveryCodes = async (
  { keys }: Pick<SecondFactorDependencies, 'keys'>,
  tx: Transaction,
  userId: string,
): Promise<string[]> => {
  const codes = Array.from({ length: ACCOUNT_LIMITS.recoveryCodes }, makeRecoveryCode);
  await putRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryHash(keys, userId, code)),
  );
  return codes;
};

/** Returns the time step that the code was generated for, or undefined for a wrong code. */
export const stepOf = (
  { keys, clock }: Pick<SecondFactorDependencies, 'keys' | 'clock'>,
  userId: string,
  sealedSecret: Buffer,
  code: string,
): number | undefined => {
  const token = normalize(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = totpOf(unseal(keys.secondFactor, userId, sealedSecret), '');
  const timestamp = clock.now();
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
};

/** Uses up a code of the authenticator app or a recovery code. Throws `account.secondFactorOff`, `account.secondFactorWrong`. */
export const useCode = async (account: SecondFactorDependencies, tx: Transaction, userId: string, code: string): Promise<void> => {
  const row = await findSecondFactor(tx, userId);
  if (row === undefined || row.confirmedAt === null) throw new CodedError('account.secondFactorOff');
  const step = stepOf(account, userId, row.sealedSecret, code);
  const isRight =
    step === undefined
      ? await takeRecoveryCode(tx, userId, recoveryHash(account.keys, userId, code), account.clock.now())
      : await takeTimeStep(tx, userId, step);
  if (!isRight) throw new CodedError('account.secondFactorWrong');
};

export type LimitedSecondFactor = SecondFactorDependencies & Pick<Account, 'limiter'>;

/**
 * Runs `work`, which checks a code, and counts wrong codes of the user; a known device is counted separately. Throws
 * `account.secondFactorTries`, and what `work` throws.
 */
export const withinTries = async <T>(
  account: LimitedSecondFactor,
  userId: string,
  caller: LimitedCaller,
  work: () => Promise<T>,
): Promise<T> => {
  const known = knownDeviceOf(account, await findUserById(account.db.orm, userId), caller);
  const budget = secondFactorBudget(account.limiter, userId, known);
  await budget.check();
  try {
    const result = await work();
    await budget.succeed();
    return result;
  } catch (error) {
    if (error instanceof CodedError && error.code === 'account.secondFactorWrong') await budget.fail();
    throw error;
  }
};
