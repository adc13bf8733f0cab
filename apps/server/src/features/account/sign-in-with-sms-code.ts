/** Signs a person in who proves to hold the number. Knows no HTTP. */
import { CodedError, type LoginResult } from '@shufang/contract';
import type { Account } from './account.ts';
import { findOrRegister } from './people.ts';
import { withProvenNumber } from './prove-number.ts';
import { type Device, startSession } from './sessions.ts';
import { findUserByTel } from './user-store.ts';

/**
 * Throws `account.smsCodeWrong`, `account.tooManyFailures`, `account.frozen`; `account.notRegistered` for a new number when
 * `autoRegister` is false. That is told only to who holds the number, and the code stays good for a second try with the box ticked.
 */
export const signInWithSmsCode = async (
  account: Account,
  input: { tel: string; code: string; autoRegister: boolean },
  device: Device & { address: string },
): Promise<LoginResult> => {
  const { tel, code, autoRegister } = input;
  return withProvenNumber(account, { tel, type: 'login', code }, device.address, async (proven) => {
    if (!autoRegister && (await findUserByTel(account.db.orm, tel)) === undefined) throw new CodedError('account.notRegistered');
    await proven.useUp();
    const { user, registered } = await findOrRegister(account, tel);
    return startSession(account, { ...user, provenTel: tel }, device, registered);
  });
};
