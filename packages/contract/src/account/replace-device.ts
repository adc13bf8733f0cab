import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { loginResult, SIGN_IN_ERRORS, signInRefusals } from './session.ts';

/**
 * Completes a sign-in that failed with `account.deviceInUse`: ends the session of the device that the error names and begins the new one.
 * The sign-in ticket is valid once, for two minutes, on the device that received it; a change of the password or phone number invalidates
 * it. If another device has signed in since, throws `account.deviceInUse` again, for that device.
 */
export const replaceDevice = operation({
  name: 'replaceDevice',
  method: 'POST',
  path: '/api/user/auth/replaceDevice',
  summary: '确认替换已登录的设备',
  permission: 'signIn',
  audience: 'anyone',
  input: z.object({ ticket: z.string().min(1).max(64) }),
  output: loginResult,
  replay: 'never',
  errors: ['account.signInExpired', ...SIGN_IN_ERRORS],
  refusals: signInRefusals,
});
