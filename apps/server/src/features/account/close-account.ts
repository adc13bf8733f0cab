/** Leaving: asked for, thought over for a week, then everything about the person is erased. Knows no HTTP. */
import { CodedError, LIMITS, type UserInfo } from '@shufang/contract';
import type { Logger } from '../../platform/logger.ts';
import type { PersonalDataHolder } from '../../platform/personal-data.ts';
import type { Account } from './account.ts';
import { getUserInfo } from './get-user-info.ts';
import { listAccountsToErase, lockAccountToErase, startClosing, stopClosing } from './profile-store.ts';
import { withProvenNumber } from './prove-number.ts';
import { revokeSessions } from './sessions.ts';
import { findUserById } from './user-store.ts';

/**
 * Sets the day and ends every session; asked again, the day stays. Throws `account.phoneMissing`, `account.smsCodeWrong`,
 * `account.tooManyFailures`.
 */
export const closeAccount = async (
  account: Account,
  userId: string,
  { code, address }: { code: string; address: string },
): Promise<{ closesAt: number }> => {
  const user = await findUserById(account.db.orm, userId);
  if (user === undefined) throw new CodedError('requestLogin');
  if (user.tel === null) throw new CodedError('account.phoneMissing');
  return withProvenNumber(account, { tel: user.tel, type: 'binding', code }, address, async (proven) => {
    let closesAt: number | undefined;
    await revokeSessions(
      account,
      userId,
      async (tx) => {
        await proven.useUp(tx);
        const now = account.clock.now();
        closesAt = await startClosing(tx, userId, now + LIMITS.closingMs, now);
      },
      'signedOut',
    );
    if (closesAt === undefined) throw new CodedError('requestLogin');
    return { closesAt };
  });
};

/** Nothing happens to an account that is not about to be erased. */
export const keepAccount = async (account: Pick<Account, 'db' | 'clock'>, userId: string): Promise<UserInfo> => {
  await stopClosing(account.db.orm, userId, account.clock.now());
  return getUserInfo(account, userId);
};

export interface ErasingParts extends Pick<Account, 'db' | 'clock' | 'events'> {
  readonly log: Pick<Logger, 'error'>;
  /** Every slice that keeps something about people; the account itself last. */
  readonly holders: readonly PersonalDataHolder[];
}

/** A call that was let in just before the end may still write something: such accounts are erased again for so long. */
const ERASED_AGAIN_MS = 86_400_000;
const ERASED_AGAIN_FROM_MS = 60_000;

const eraseAccount = async (parts: ErasingParts, userId: string): Promise<boolean> => {
  await revokeSessions(parts, userId);
  return parts.db.transaction(async (tx) => {
    if (!(await lockAccountToErase(tx, userId, parts.clock.now()))) return false;
    for (const holder of parts.holders) await holder.eraseOf(tx, userId);
    return true;
  });
};

/** Erases the people whose day has come, each whole or not at all; answers how many. One that fails does not stop the others. */
export const eraseDueAccounts = async (parts: ErasingParts): Promise<number> => {
  const now = parts.clock.now();
  const again = { after: now - ERASED_AGAIN_MS, before: now - ERASED_AGAIN_FROM_MS };
  let erased = 0;
  for (const { id, status } of await listAccountsToErase(parts.db.orm, now, again)) {
    try {
      if ((await eraseAccount(parts, id)) && status !== 'closed') erased += 1;
    } catch (error) {
      parts.log.error({ err: error, userId: id }, 'an account could not be erased');
    }
  }
  return erased;
};
