/** Returns the state of the caller's second factor. */
import type { SecondFactorState } from '@shufang/contract';
import type { SignedInReader } from '../../../platform/http/call-context.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { rolesNeedSecondFactor } from '../../authorization/grants.ts';
import { listRolesOfUser } from '../../authorization/user-roles.ts';
import type { Account } from '../account.ts';
import { countRecoveryCodes, findSecondFactor, hasSessionPassed } from './second-factor-store.ts';

type Dependencies = Pick<Account, 'db' | 'clock' | 'secondFactorRequired'>;

/** Returns whether a role of this user needs a second factor on this installation. */
const isRequired = async ({ db, clock, secondFactorRequired }: Dependencies, userId: string): Promise<boolean> =>
  secondFactorRequired === true && rolesNeedSecondFactor((await listRolesOfUser(db.orm, userId, clock.now())).map(({ role }) => role));

export const getSecondFactorOf = async (
  account: Dependencies,
  { userId, sid }: Pick<SignedInReader, 'userId' | 'sid'>,
): Promise<SecondFactorState> => {
  const row = await findSecondFactor(account.db.orm, userId);
  const enabledAt = row?.confirmedAt ?? undefined;
  return {
    enabled: enabledAt !== undefined,
    required: await isRequired(account, userId),
    passed: await hasSessionPassed(account.db.orm, sid),
    recoveryCodesLeft: await countRecoveryCodes(account.db.orm, userId),
    ...(enabledAt === undefined ? {} : { enabledAt }),
  };
};

export const getSecondFactor: UseCase<'getSecondFactor', Dependencies> = (account, { reader }) => getSecondFactorOf(account, reader);
