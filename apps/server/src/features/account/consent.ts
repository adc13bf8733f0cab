/** What a person agreed to: the record of it (security.md T33). Knows no HTTP. */
import { CodedError, TERMS_VERSION, type UserInfo } from '@shufang/contract';
import type { Account } from './account.ts';
import { networkOfAddress } from './budgets.ts';
import { getUserInfo } from './get-user-info.ts';
import { recordConsent } from './user-store.ts';

/** Agreeing again changes nothing. Throws `account.consentOutdated` for any version but the one that stands on the site now. */
export const giveConsent = async (
  account: Account,
  userId: string,
  version: number,
  { address }: { address: string },
): Promise<UserInfo> => {
  if (version !== TERMS_VERSION) throw new CodedError('account.consentOutdated');
  const given = { userId, version, givenAt: account.clock.now(), network: networkOfAddress(address) };
  await account.db.transaction((tx) => recordConsent(tx, given));
  return getUserInfo(account, userId);
};
