/**
 * Turns the second factor on with the first code of the new secret; the session counts as having passed it. Returns the recovery codes.
 * Throws `account.secondFactorOn`, `account.secondFactorOff` if no secret was created before, `account.secondFactorWrong`,
 * `account.secondFactorTries`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { deleteSignInTicketsOfUser } from '../sign-in/sign-in-tickets.ts';
import { type LimitedSecondFactor, replaceRecoveryCodes, stepOf, withinTries } from './second-factor-codes.ts';
import { findSecondFactor, markSessionPassed, setSecondFactorConfirmed } from './second-factor-store.ts';

export const confirmSecondFactor: UseCase<'confirmSecondFactor', LimitedSecondFactor> = async (account, caller, { code }) => {
  const { userId, sid } = caller.reader;
  const payload = await withinTries(account, userId, caller, () =>
    account.db.transaction(async (tx) => {
      const row = await findSecondFactor(tx, userId);
      if (row === undefined) throw new CodedError('account.secondFactorOff');
      if (row.confirmedAt !== null) throw new CodedError('account.secondFactorOn');
      const step = stepOf(account, userId, row.sealedSecret, code);
      if (step === undefined) throw new CodedError('account.secondFactorWrong');
      const nowMs = account.clock.now();
      if (!(await setSecondFactorConfirmed(tx, userId, step, nowMs))) throw new CodedError('account.secondFactorOn');
      await markSessionPassed(tx, sid);
      // Deletes the sign-in tickets of the user's sign-ins that began before the second factor was turned on; these sign-ins must not
      // continue without it.
      await deleteSignInTicketsOfUser(tx, userId);
      await recordAuditEvent(tx, operatorOf(caller), { action: 'user.secondFactorOn', target: { kind: 'user', id: userId } }, nowMs);
      return { recoveryCodes: await replaceRecoveryCodes(account, tx, userId) };
    }),
  );
  return { payload, say: '两步验证已开启' };
};
