/** Codes sent to a user by SMS or mail: six digits, stored as a keyed hash, valid for one target and purpose, five tries and one use. */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CodedError, type ErrorCode } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { Account } from '../account.ts';
import { addressFactor } from '../address-limits.ts';
import { sentCodeFailureBudget } from '../budgets.ts';
import type { KnownDevice } from '../devices/known-devices.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { type CodeBinding, giveBackCodeTry, putSentCode, spendCodeTry, useSentCode } from '../proof-store.ts';

const hashOf = (secret: Buffer, { target, type, askedBy }: CodeBinding, code: string): Buffer =>
  createHmac('sha256', secret).update(`${target}|${type}|${askedBy}|${code}`).digest();

/** Creates a code that replaces the previous one under each of `bindings`. Does not send it. */
export const makeSentCode = async (
  { db, clock, keys }: Pick<Account, 'db' | 'clock' | 'keys'>,
  bindings: readonly CodeBinding[],
): Promise<{ code: string; at: number }> => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const at = clock.now();
  for (const binding of bindings) {
    const codeHash = hashOf(keys.sentCode, binding, code);
    await putSentCode(db.orm, binding, { codeHash, createdAt: at, expiresAt: at + ACCOUNT_LIMITS.smsCodeLifetimeMs });
  }
  return { code, at };
};

/** A code that was entered correctly. It can be used up once; if it is not needed, the try that was counted for it can be taken back. */
export interface ProvenCode {
  /** Uses the code up, alone or within a transaction. When a concurrent call used it first, throws the error for a wrong code. */
  useUp(db?: Queryable): Promise<void>;
  /** Takes back the counted try. Has no effect once the code is used up. */
  giveBack(): Promise<void>;
}

export interface CodeProof {
  /** The keys under which the code may be stored, in the order they are tried. */
  readonly bindings: readonly CodeBinding[];
  readonly code: string;
  /** The error for a wrong, expired, used or exhausted code. */
  readonly refusal: Extract<ErrorCode, 'account.smsCodeWrong' | 'account.oldCodeWrong' | 'account.mailCodeWrong'>;
}

/** Counts a try of the newest code under each of the keys until one matches. Throws `proof.refusal` when none does. */
export const proveSentCode = async ({ db, clock, keys }: Pick<Account, 'db' | 'clock' | 'keys'>, proof: CodeProof): Promise<ProvenCode> => {
  const typed = proof.code.normalize('NFKC').trim();
  for (const binding of proof.bindings) {
    const stored = await spendCodeTry(db.orm, binding, ACCOUNT_LIMITS.smsCodeTries, clock.now());
    if (stored === undefined || !timingSafeEqual(stored.codeHash, hashOf(keys.sentCode, binding, typed))) continue;
    return {
      useUp: async (within = db.orm) => {
        if (!(await useSentCode(within, binding, stored, clock.now()))) throw new CodedError(proof.refusal);
      },
      giveBack: () => giveBackCodeTry(db.orm, binding, stored.codeHash),
    };
  }
  throw new CodedError(proof.refusal);
};

type Parts = Pick<Account, 'db' | 'clock' | 'keys' | 'limiter' | 'institutionAddresses'>;

/**
 * Checks a code. A wrong code counts against the caller's subnet, or, for a known device, against the device alone. Throws
 * `account.tooManyFailures` and `proof.refusal`.
 */
const proveWithinBudget = async (account: Parts, proof: CodeProof, caller: CodeCaller): Promise<ProvenCode> => {
  const factor = addressFactor(account.institutionAddresses, caller.address);
  const budget = sentCodeFailureBudget(account.limiter, { ...caller, addressFactor: factor });
  await budget.check();
  const proven = await proveSentCode(account, proof).catch(async (error: unknown) => {
    if (error instanceof CodedError && error.code === proof.refusal) await budget.fail();
    throw error;
  });
  await budget.succeed();
  return proven;
};

export interface CodeCaller {
  readonly address: string;
  readonly known?: KnownDevice | undefined;
}

/**
 * Runs `work` for a caller who entered the correct code; `work` uses the code up. When `work` fails although the code is correct (a weak
 * password, a taken number), the code stays valid and the try is not counted, because a correct code gives no advantage to guessing. Throws
 * what `work` throws, `account.tooManyFailures`, and `proof.refusal`.
 */
export const withProvenCode = async <T>(
  account: Parts,
  proof: CodeProof,
  caller: CodeCaller,
  work: (proven: ProvenCode) => Promise<T>,
): Promise<T> => {
  const proven = await proveWithinBudget(account, proof, caller);
  try {
    return await work(proven);
  } catch (error) {
    await proven.giveBack();
    throw error;
  }
};
