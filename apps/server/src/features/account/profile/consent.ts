/** The consent that a sign-in gives (security.md T33). */
import { TERMS_VERSION } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import { networkOfAddress } from '../budgets.ts';
import { findUserById, recordConsent } from '../user-store.ts';

/**
 * Records that a user agreed to the current terms by signing in, if the user has never agreed to any terms: the sign-in panel says so
 * beside its button, for every sign-in method. The client asks users who agreed to an earlier version of the terms (`giveConsent`). Part of
 * the transaction that opens the session.
 */
export const recordConsentOfSignIn = async (tx: Transaction, userId: string, address: string, nowMs: number): Promise<void> => {
  if ((await findUserById(tx, userId))?.consentVersion !== 0) return;
  await recordConsent(tx, { userId, version: TERMS_VERSION, givenAt: nowMs, network: networkOfAddress(address) });
};
