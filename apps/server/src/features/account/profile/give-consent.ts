/**
 * Records that the caller agrees to the current terms; idempotent. Throws `account.consentOutdated` for any other version.
 */
import { CodedError, TERMS_VERSION } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { networkOfAddress } from '../budgets.ts';
import { recordConsent } from '../user-store.ts';
import { getUserInfoById } from './user-info.ts';

export const giveConsent: UseCase<'giveConsent', Account> = async (account, { reader, address }, { version }) => {
  if (version !== TERMS_VERSION) throw new CodedError('account.consentOutdated');
  const consent = { userId: reader.userId, version, givenAt: account.clock.now(), network: networkOfAddress(address) };
  await account.db.transaction((tx) => recordConsent(tx, consent));
  return getUserInfoById(account, reader.userId);
};
