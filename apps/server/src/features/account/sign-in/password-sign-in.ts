/** Sign-in with a password, after a captcha of any kind. */
import { CodedError, type LoginResult } from '@shufang/contract';
import type { Account } from '../account.ts';
import { addressFactor } from '../address-limits.ts';
import { passwordFailureBudget } from '../budgets.ts';
import { type CaptchaProof, checkCaptcha } from '../captcha/captchas.ts';
import { completeSignIn, type SignInOptions } from '../complete-sign-in.ts';
import { knownDeviceOf } from '../devices/known-devices.ts';
import { isPublishedPassword } from '../published-password.ts';
import type { Device } from '../sessions.ts';
import { findUserByTel } from '../user-store.ts';

/**
 * Signs the user in. Throws `account.captchaWrong` or `account.sliderWrong`, `account.tooManyFailures`, `account.passwordTransport`, what
 * `completeSignIn` throws, and `account.credentialsWrong` for a wrong password, an unknown number, a number without a password and a
 * password that was not encrypted by our client: the same response after the same work.
 */
export const signInByPassword = async (
  account: Account,
  input: { tel: string; password: string } & CaptchaProof & Pick<SignInOptions, 'ifSignedInElsewhere'>,
  device: Device & { address: string },
): Promise<LoginResult> => {
  await checkCaptcha(account, input, device);
  const user = await findUserByTel(account.db.orm, input.tel);
  const known = knownDeviceOf(account, user, device);
  const factor = addressFactor(account.institutionAddresses, device.address);
  const budget = passwordFailureBudget(account.limiter, input.tel, { address: device.address, addressFactor: factor, known });
  await budget.check();
  const password = await account.transport.open(input.password);
  const matches = await account.hasher.verify(user?.passwordHash ?? undefined, password ?? '');
  const isRefused = account.refusesPublishedPassword && isPublishedPassword(password ?? '');
  if (!matches || isRefused || password === undefined || user === undefined) {
    await budget.fail();
    throw new CodedError('account.credentialsWrong');
  }
  await budget.succeed();
  return completeSignIn(account, { ...user, provenTel: input.tel, provenAgainst: user.passwordHash }, device, input);
};
