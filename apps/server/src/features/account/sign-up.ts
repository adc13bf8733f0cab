/** Makes an account with a password for who holds the number. Knows no HTTP. */
import { CodedError, type LoginResult, TERMS_VERSION } from '@shufang/contract';
import type { Account } from './account.ts';
import { networkOfAddress } from './budgets.ts';
import { openNewPassword } from './new-password.ts';
import { insertPerson } from './people.ts';
import { withProvenNumber } from './prove-number.ts';
import { type Device, startSession } from './sessions.ts';
import { findUserByTel, recordConsent } from './user-store.ts';

/**
 * Signs the new person in; the terms that stand on the site now count as agreed to. Throws `account.smsCodeWrong`,
 * `account.tooManyFailures`, `account.passwordWeak`, `account.passwordTransport`, and `account.phoneTaken`, which is told only to
 * who holds the number.
 */
export const signUp = async (
  account: Account,
  input: { tel: string; smsCode: string; password: string },
  device: Device & { address: string },
): Promise<LoginResult> => {
  const { tel, smsCode: code } = input;
  return withProvenNumber(account, { tel, type: 'binding', code }, device.address, async (proven) => {
    if ((await findUserByTel(account.db.orm, tel)) !== undefined) throw new CodedError('account.phoneTaken');
    const passwordHash = await account.hasher.hash(await openNewPassword(account, input.password, tel));
    const nowMs = account.clock.now();
    const user = await account.db.transaction(async (tx) => {
      await proven.useUp(tx);
      const made = await insertPerson(tx, { tel, passwordHash }, nowMs);
      if (made === undefined) throw new CodedError('account.phoneTaken');
      await recordConsent(tx, { userId: made.id, version: TERMS_VERSION, givenAt: nowMs, network: networkOfAddress(device.address) });
      return made;
    });
    return startSession(account, user, device, true);
  });
};
