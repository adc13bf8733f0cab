/** Turns the caller's second factor off. Throws `account.secondFactorOff`, `account.secondFactorWrong`, `account.secondFactorTries`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { Account } from '../account.ts';
import { getSecondFactorOf } from './get-second-factor.ts';
import { type LimitedSecondFactor, useCode, withinTries } from './second-factor-codes.ts';
import { deleteSecondFactor } from './second-factor-store.ts';

type Dependencies = LimitedSecondFactor & Pick<Account, 'secondFactorRequired'>;

export const disableSecondFactor: UseCase<'disableSecondFactor', Dependencies> = async (account, caller, { code }) => {
  const { userId } = caller.reader;
  await withinTries(account, userId, caller, () =>
    account.db.transaction(async (tx) => {
      await useCode(account, tx, userId, code);
      await deleteSecondFactor(tx, userId);
      const event = { action: 'user.secondFactorOff', target: { kind: 'user', id: userId } } as const;
      await recordAuditEvent(tx, operatorOf(caller), event, account.clock.now());
    }),
  );
  return { payload: await getSecondFactorOf(account, caller.reader), say: '两步验证已关闭' };
};
