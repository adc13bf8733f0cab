/**
 * Signs in a user who proves that they hold the number. Throws `account.smsCodeWrong`, `account.tooManyFailures`, what `completeSignIn`
 * throws, and `account.notRegistered` for a new number when `autoRegister` is false. Only the holder of the number can receive
 * `account.notRegistered`; the code then stays valid for a second try.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { withProvenNumber } from '../codes/prove-number.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { findOrRegister } from '../create-users.ts';
import { findUserByTel } from '../user-store.ts';

export const signInWithSmsCode: UseCase<'signInWithSmsCode', Account> = (account, caller, input) => {
  const { tel, code, autoRegister, ifSignedInElsewhere } = input;
  return withProvenNumber(account, { tel, type: 'login', code }, caller, async (proven) => {
    if (!autoRegister && (await findUserByTel(account.db.orm, tel)) === undefined) throw new CodedError('account.notRegistered');
    await proven.useUp();
    const { user, registered } = await findOrRegister(account, tel);
    return completeSignIn(account, { ...user, provenTel: tel }, caller, { registered, ifSignedInElsewhere });
  });
};
