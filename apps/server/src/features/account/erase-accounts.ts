/** Erases accounts whose waiting period is over, and accounts of the demo. */
import type { Logger } from '../../platform/logger.ts';
import type { PersonalDataHolder } from '../../platform/personal-data.ts';
import type { Account } from './account.ts';
import { listAccountsToErase, lockAccountToErase } from './profile/profile-store.ts';
import { revokeSessions } from './sessions.ts';

export interface ErasureDependencies extends Pick<Account, 'db' | 'clock' | 'events'> {
  readonly log: Pick<Logger, 'error'>;
  /** The erasure functions of every slice that stores personal data, in the order they run; the account itself is erased last. */
  readonly holders: readonly PersonalDataHolder[];
}

/**
 * An erased account is erased again from a minute to a day after its erasure, because a call admitted just before the erasure may have
 * written data.
 */
const ERASED_AGAIN_MS = 86_400_000;
const ERASED_AGAIN_FROM_MS = 60_000;

const eraseAccount = async (dependencies: ErasureDependencies, userId: string): Promise<boolean> => {
  await revokeSessions(dependencies, userId);
  return dependencies.db.transaction(async (tx) => {
    if (!(await lockAccountToErase(tx, userId, dependencies.clock.now()))) return false;
    for (const holder of dependencies.holders) await holder.eraseOf(tx, userId);
    return true;
  });
};

/** Erases an account of the demo at once, without the waiting period, and entirely or not at all. */
export const eraseDemoAccount = async (dependencies: ErasureDependencies, userId: string): Promise<void> => {
  await revokeSessions(dependencies, userId);
  await dependencies.db.transaction(async (tx) => {
    for (const holder of dependencies.holders) await holder.eraseOf(tx, userId);
  });
};

/**
 * Erases the accounts whose waiting period is over, each entirely or not at all. Returns how many. When one fails, the others are still
 * erased.
 */
export const eraseDueAccounts = async (dependencies: ErasureDependencies): Promise<number> => {
  const now = dependencies.clock.now();
  const again = { after: now - ERASED_AGAIN_MS, before: now - ERASED_AGAIN_FROM_MS };
  let erased = 0;
  for (const { id, status } of await listAccountsToErase(dependencies.db.orm, now, again)) {
    try {
      if ((await eraseAccount(dependencies, id)) && status !== 'closed') erased += 1;
    } catch (error) {
      dependencies.log.error({ err: error, userId: id }, 'an account could not be erased');
    }
  }
  return erased;
};
