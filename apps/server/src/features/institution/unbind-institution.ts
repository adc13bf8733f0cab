/**
 * Unlinks the institution from the caller's account; idempotent. The institution's right ends in every session at once, and the user's
 * link to a claimed list entry is removed. Throws `account.phoneMissing` for an account that could not sign in any other way.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { getUserInfoById } from '../account/profile/user-info.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { listLinks, unlinkUser } from './link-store.ts';
import { releaseMember } from './member-store.ts';
import { findInstitutionsOf } from './my-institutions.ts';

export const unbindInstitution: UseCase<'unbindInstitution', InstitutionDependencies> = async (
  { account },
  { reader },
  { institutionId },
) => {
  const { userId } = reader;
  const user = await getUserInfoById(account, userId);
  const others = (await listLinks(account.db.orm, userId)).filter((link) => link.institutionId !== institutionId);
  if (user.tel === '' && user.linkedProviders.length === 0 && others.length === 0) throw new CodedError('account.phoneMissing');
  await account.db.transaction(async (tx) => {
    await unlinkUser(tx, userId, institutionId);
    await releaseMember(tx, userId, institutionId);
  });
  return { payload: { items: await findInstitutionsOf({ account }, reader) }, say: '已解除机构绑定' };
};
