/** Signs a person in who proves to hold the number. Knows no HTTP. */
import { CodedError, type LoginResult } from '@shufang/contract';
import type { Account } from './account.ts';
import { type FailureBudget, smsFailureBudget } from './budgets.ts';
import { findOrRegister } from './people.ts';
import { type Device, startSession } from './sessions.ts';
import { proveSmsCode } from './sms-codes.ts';
import { findUserByTel } from './user-store.ts';

const proveWithinBudget = async (account: Account, budget: FailureBudget, tel: string, code: string): ReturnType<typeof proveSmsCode> => {
  await budget.check();
  try {
    return await proveSmsCode(account, { tel, type: 'login', code });
  } catch (error) {
    if (error instanceof CodedError && error.code === 'account.smsCodeWrong') await budget.fail();
    throw error;
  }
};

/**
 * Throws `account.smsCodeWrong`, `account.tooManyFailures`, `account.frozen`; `account.notRegistered` for a new number when
 * `autoRegister` is false. That is told only to who holds the number, and the code stays good for a second try with the box ticked.
 */
export const signInWithSmsCode = async (
  account: Account,
  input: { tel: string; code: string; autoRegister: boolean },
  device: Device & { address: string },
): Promise<LoginResult> => {
  const budget = smsFailureBudget(account.limiter, device.address);
  const proof = await proveWithinBudget(account, budget, input.tel, input.code);
  await budget.succeed();
  if (!input.autoRegister && (await findUserByTel(account.db.orm, input.tel)) === undefined) throw new CodedError('account.notRegistered');
  await proof.useUp();
  const { user, registered } = await findOrRegister(account, input.tel);
  return startSession(account, user, device, registered);
};
