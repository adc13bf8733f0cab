/**
 * Claims the caller's entry on the list of an institution by student number and name. Throws `institution.notOnList` (also for an
 * institution that does not exist), `institution.placeTaken`, `account.tooManyFailures`.
 */
import { CodedError, isSameName } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { addressFactor } from '../account/address-limits.ts';
import { joinFailureBudget } from '../account/budgets.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { claimMember, lockMember } from './member-store.ts';
import { findInstitutionsOf } from './my-institutions.ts';

export const joinInstitution: UseCase<'joinInstitution', InstitutionDependencies> = async ({ account }, { reader, address }, input) => {
  const { db, clock, limiter } = account;
  const { institutionId, studentNo, name } = input;
  const { userId } = reader;
  const budget = joinFailureBudget(limiter, userId, address, addressFactor(account.institutionAddresses, address));
  await budget.check();
  const wasTaken = await db.transaction(async (tx) => {
    const member = await lockMember(tx, institutionId, studentNo);
    const isRight =
      member !== undefined && isSameName(member.name, name) && (member.validUntil === null || member.validUntil > clock.now());
    if (!isRight) return undefined;
    if (member.userId !== null && member.userId !== userId) return true;
    await claimMember(tx, member.id, userId);
    return false;
  });
  if (wasTaken === undefined) {
    await budget.fail();
    throw new CodedError('institution.notOnList');
  }
  if (wasTaken) throw new CodedError('institution.placeTaken');
  const items = await findInstitutionsOf({ account }, reader);
  const joined = items.find(({ id }) => id === institutionId);
  if (joined === undefined) throw new CodedError('institution.notOnList');
  return { payload: { items }, say: `已加入${joined.name}` };
};
