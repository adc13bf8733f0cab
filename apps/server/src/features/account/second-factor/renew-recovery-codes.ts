/**
 * Replaces all recovery codes of the caller. Throws `account.secondFactorOff`, `account.secondFactorWrong`, `account.secondFactorTries`.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import { type LimitedSecondFactor, replaceRecoveryCodes, useCode, withinTries } from './second-factor-codes.ts';

export const renewRecoveryCodes: UseCase<'renewRecoveryCodes', LimitedSecondFactor> = async (account, caller, { code }) => {
  const { userId } = caller.reader;
  const payload = await withinTries(account, userId, caller, () =>
    account.db.transaction(async (tx) => {
      await useCode(account, tx, userId, code);
      return { recoveryCodes: await replaceRecoveryCodes(account, tx, userId) };
    }),
  );
  return { payload, say: '新的恢复码已生成，旧的不再有效' };
};
