/** Signs in with a password after an image or audio captcha. Throws as `signInByPassword`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { signInByPassword } from './password-sign-in.ts';

export const signInWithPassword: UseCase<'signInWithPassword', Account> = (account, caller, input) =>
  signInByPassword(account, input, caller);
