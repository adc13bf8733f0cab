/** Turns the second factor of a user off from the command line. */
import { type Operator, recordAuditEvent } from '../../audit/audit-events.ts';
import type { Account } from '../account.ts';
import { revokeSessions } from '../sessions.ts';
import { deleteSecondFactor } from './second-factor-store.ts';

/**
 * For a user who lost the authenticator app and the recovery codes: turns the second factor off and ends every session; a user whose role
 * requires a second factor must then set it up again. Returns false when the user had none.
 */
export const resetSecondFactor = async (
  account: Pick<Account, 'db' | 'clock' | 'events'>,
  userId: string,
  operator: Operator,
): Promise<boolean> => {
  let wasOn = false;
  await revokeSessions(account, userId, async (tx) => {
    wasOn = await deleteSecondFactor(tx, userId);
    if (wasOn)
      await recordAuditEvent(tx, operator, { action: 'user.secondFactorReset', target: { kind: 'user', id: userId } }, account.clock.now());
  });
  return wasOn;
};
