import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { secondFactorCode } from './second-factor.ts';
import { loginResult, SIGN_IN_ERRORS, signInRefusals } from './session.ts';

/** Completes a sign-in that failed with `account.secondFactorRequired`, with a code of the authenticator app or a recovery code. */
export const signInWithSecondFactor = operation({
  name: 'signInWithSecondFactor',
  method: 'POST',
  path: '/api/user/auth/secondFactor',
  summary: '用两步验证完成登录',
  permission: 'signIn',
  audience: 'anyone',
  input: z.object({ ticket: z.string().min(1).max(64), code: secondFactorCode }),
  output: loginResult,
  errors: ['account.signInExpired', 'account.secondFactorWrong', 'account.secondFactorTries', ...SIGN_IN_ERRORS],
  refusals: signInRefusals,
  replay: 'never',
});
