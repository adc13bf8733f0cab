/** Codes sent to a person, by message or by mail: six digits, kept as a keyed hash, bound to where they went and what for, five tries, one use. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CodedError, type ErrorCode, LIMITS } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { Account } from './account.ts';
import { sentCodeFailureBudget } from './budgets.ts';
import { type CodeBinding, giveBackCodeTry, putSentCode, spendCodeTry, useSentCode } from './proof-store.ts';

const hashOf = (secret: Buffer, { target, type, askedBy }: CodeBinding, code: string): Buffer =>
  createHmac('sha256', secret).update(`${target}|${type}|${askedBy}|${code}`).digest();

/** A fresh code in place of the one before; nothing is sent yet. */
export const makeSentCode = async (
  { db, clock, keys }: Pick<Account, 'db' | 'clock' | 'keys'>,
  binding: CodeBinding,
): Promise<{ code: string; at: number }> => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const at = clock.now();
  await putSentCode(db.orm, binding, {
    codeHash: hashOf(keys.sentCode, binding, code),
    createdAt: at,
    expiresAt: at + LIMITS.smsCodeLifetimeMs,
  });
  return { code, at };
};

/** A code that was right: it may be used up once, or its try given back when it was shown in vain. */
export interface ProvenCode {
  /** Alone or within a transaction. Throws the refusal of the proof when another call was quicker. */
  useUp(db?: Queryable): Promise<void>;
  /** Changes nothing once it is used up. */
  giveBack(): Promise<void>;
}

export interface CodeProof extends CodeBinding {
  readonly code: string;
  /** What a wrong, old, used or exhausted code is answered with. */
  readonly refusal: Extract<ErrorCode, 'account.smsCodeWrong' | 'account.oldCodeWrong' | 'account.mailCodeWrong'>;
}

/** Spends a try on the newest code of this binding. Throws the refusal of the proof. */
export const proveSentCode = async ({ db, clock, keys }: Pick<Account, 'db' | 'clock' | 'keys'>, proof: CodeProof): Promise<ProvenCode> => {
  const kept = await spendCodeTry(db.orm, proof, LIMITS.smsCodeTries, clock.now());
  const offered = hashOf(keys.sentCode, proof, proof.code.normalize('NFKC').trim());
  if (kept === undefined || !timingSafeEqual(kept, offered)) throw new CodedError(proof.refusal);
  return {
    useUp: async (within = db.orm) => {
      if (!(await useSentCode(within, proof, kept, clock.now()))) throw new CodedError(proof.refusal);
    },
    giveBack: () => giveBackCodeTry(db.orm, proof, kept),
  };
};

type Parts = Pick<Account, 'db' | 'clock' | 'keys' | 'limiter'>;

/** Wrong codes count against the caller's network. Throws `account.tooManyFailures`, and the refusal of `proof`. */
const proveWithinBudget = async (account: Parts, proof: CodeProof, address: string): Promise<ProvenCode> => {
  const budget = sentCodeFailureBudget(account.limiter, address);
  await budget.check();
  const proven = await proveSentCode(account, proof).catch(async (error: unknown) => {
    if (error instanceof CodedError && error.code === proof.refusal) await budget.fail();
    throw error;
  });
  await budget.succeed();
  return proven;
};

/**
 * Does `work` for who has the code; `work` uses it up. When it is refused for another reason (a weak password, a number that is taken),
 * the code stays good for another try: it was right, so nothing can be guessed by that. Throws what `work` throws,
 * `account.tooManyFailures`, and the refusal of `proof`.
 */
export const withProvenCode = async <T>(
  account: Parts,
  proof: CodeProof,
  address: string,
  work: (proven: ProvenCode) => Promise<T>,
): Promise<T> => {
  const proven = await proveWithinBudget(account, proof, address);
  try {
    return await work(proven);
  } catch (error) {
    await proven.giveBack();
    throw error;
  }
};
