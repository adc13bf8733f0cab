/** Who shows the code sent to a number holds it: how every call that needs that goes about it. */
import { CodedError, type ErrorCode, type SmsType } from '@shufang/contract';
import type { Account } from './account.ts';
import { smsFailureBudget } from './budgets.ts';
import { type ProvenCode, proveSmsCode } from './sms-codes.ts';

type Parts = Pick<Account, 'db' | 'clock' | 'keys' | 'limiter'>;

export interface NumberProof {
  readonly tel: string;
  readonly type: SmsType;
  readonly code: string;
  /** What a wrong code is answered with. */
  readonly refusal?: Extract<ErrorCode, 'account.smsCodeWrong' | 'account.oldCodeWrong'>;
}

/** Wrong codes count against the caller's network. Throws `account.tooManyFailures`, and the refusal of `proof`. */
const proveWithinBudget = async (account: Parts, proof: NumberProof, address: string): Promise<ProvenCode> => {
  const budget = smsFailureBudget(account.limiter, address);
  await budget.check();
  const proven = await proveSmsCode(account, proof).catch(async (error: unknown) => {
    if (!(error instanceof CodedError) || error.code !== 'account.smsCodeWrong') throw error;
    await budget.fail();
    throw proof.refusal === undefined ? error : new CodedError(proof.refusal, {}, { cause: error });
  });
  await budget.succeed();
  return proven;
};

/**
 * Does `work` for who holds the number; `work` uses the code up. When it is refused for another reason (a weak password, a number
 * that is taken), the code stays good for another try: it was right, so nothing can be guessed by that. Throws what `work` throws,
 * `account.tooManyFailures`, and the refusal of `proof` (`account.smsCodeWrong` unless it names another).
 */
export const withProvenNumber = async <T>(
  account: Parts,
  proof: NumberProof,
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
