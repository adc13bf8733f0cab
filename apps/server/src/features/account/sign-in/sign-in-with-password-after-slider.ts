/** Signs in with a password after a slider. Throws as `signInByPassword`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { signInByPassword } from './password-sign-in.ts';

export const signInWithPasswordAfterSlider: UseCase<'signInWithPasswordAfterSlider', Account> = (account, caller, input) =>
  signInByPassword(account, input, caller);
