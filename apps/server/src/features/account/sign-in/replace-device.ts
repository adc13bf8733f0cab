/** Continues a sign-in that stopped because another device is in use. Throws as `continueSignIn`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { continueSignIn } from '../complete-sign-in.ts';

export const replaceDevice: UseCase<'replaceDevice', Account> = (account, caller, { ticket }) =>
  continueSignIn(account, { purpose: 'replaceDevice', ticket }, caller);
