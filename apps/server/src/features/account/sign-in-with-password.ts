/** Signs a person in by password, after a captcha. Knows no HTTP. */
import { CodedError, type LoginResult } from '@shufang/contract';
import type { Account } from './account.ts';
import { passwordFailureBudget } from './budgets.ts';
import { type CaptchaProof, checkCaptcha } from './captchas.ts';
import { type Device, startSession } from './sessions.ts';
import { findUserByTel } from './user-store.ts';

/**
 * Throws `account.captchaWrong` or `account.sliderWrong`, `account.tooManyFailures`, `account.passwordTransport`, `account.frozen`, and
 * `account.credentialsWrong` alike for a wrong password, an unknown number, a number without a password and a message that is
 * not genuine: the same words after the same work.
 */
export const signInWithPassword = async (
  account: Account,
  input: { tel: string; password: string } & CaptchaProof,
  device: Device & { address: string },
): Promise<LoginResult> => {
  await checkCaptcha(account, input);
  const budget = passwordFailureBudget(account.limiter, input.tel, device.address);
  await budget.check();
  const password = await account.transport.open(input.password);
  const user = await findUserByTel(account.db.orm, input.tel);
  const matches = await account.hasher.verify(user?.passwordHash ?? undefined, password ?? '');
  if (!matches || password === undefined || user === undefined) {
    await budget.fail();
    throw new CodedError('account.credentialsWrong');
  }
  await budget.succeed();
  return startSession(account, { ...user, provenTel: input.tel, provenAgainst: user.passwordHash }, device, false);
};
