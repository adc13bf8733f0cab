/**
 * Starts a sign-in attempt, which is valid once, for ten minutes, in the browser that holds the proof. It links WeChat to a signed-in
 * caller and signs an anonymous user in. Throws `account.wechatOff`, `request.tooMany`, `unavailable`.
 */
import { CodedError, SIGN_IN_RETURN_PATH } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { takeProviderBudget } from '../budgets.ts';
import { allowanceOf } from '../devices/known-devices.ts';
import { newSignInAttempt } from './external-sign-in.ts';
import { pageUrlsOf, providerSignIn, wechatAppIn } from './provider-sign-in.ts';
import { insertProviderAttempt } from './provider-store.ts';

export const startProviderSignIn: UseCase<'startProviderSignIn', Account> = async (account, caller, { proofHash, returnTo }) => {
  const app = wechatAppIn(account, caller.userAgent);
  if (app === undefined) throw new CodedError('account.wechatOff');
  await takeProviderBudget(account.limiter, allowanceOf(account, caller));
  const nowMs = account.clock.now();
  const attempt = newSignInAttempt(providerSignIn(account), { proofHash, returnTo, userId: caller.reader?.userId }, nowMs);
  await insertProviderAttempt(account.db.orm, { ...attempt, app }, nowMs);
  const { state, expiresAt } = attempt;
  return { ...pageUrlsOf(account, app, { state, returnUrl: caller.appOrigin + SIGN_IN_RETURN_PATH }), expiresAt };
};
