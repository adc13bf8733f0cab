/**
 * Creates an account with a password for the holder of a number and signs the user in. Throws `account.smsCodeWrong`,
 * `account.tooManyFailures`, `account.passwordWeak`, `account.passwordTransport`, and `account.phoneTaken`, which only the holder of the
 * number can receive.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { withProvenNumber } from '../codes/prove-number.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { insertNewUser } from '../create-users.ts';
import { openNewPassword } from '../password/new-password.ts';
import { hashNewPassword } from '../published-password.ts';
import { findUserByTel } from '../user-store.ts';

export const signUp: UseCase<'signUp', Account> = (account, caller, { tel, smsCode: code, password, ifSignedInElsewhere }) =>
  withProvenNumber(account, { tel, type: 'binding', code }, caller, async (proven) => {
    if ((await findUserByTel(account.db.orm, tel)) !== undefined) throw new CodedError('account.phoneTaken');
    const stored = await hashNewPassword(account, await openNewPassword(account, password, tel));
    const nowMs = account.clock.now();
    const user = await account.db.transaction(async (tx) => {
      await proven.useUp(tx);
      const created = await insertNewUser(tx, { tel, ...stored }, nowMs);
      if (created === undefined) throw new CodedError('account.phoneTaken');
      return created;
    });
    return completeSignIn(account, user, caller, { registered: true, ifSignedInElsewhere });
  });
