/**
 * Adds and removes roles of a user. Throws `account.personNotFound`, `account.notYourself` for the caller's own administrator role, and
 * `request.invalid` for a scope that the role cannot have or that does not exist.
 */
import { CodedError, SCOPE_OF_ROLE, scopeKindOf } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf } from '../../audit/audit-events.ts';
import { setRoles } from '../../authorization/change-roles.ts';
import { nameScopes } from '../role-scopes.ts';
import { getUserRecord, type UserAdminDependencies } from './user-records.ts';

export const setUserRoles: UseCase<'setUserRoles', UserAdminDependencies> = async (account, caller, { userId, add, remove, reason }) => {
  const operator = operatorOf(caller);
  await getUserRecord(account, userId);
  if (userId === operator.userId && remove.some(({ role }) => role === 'admin')) throw new CodedError('account.notYourself');
  const scoped = add.filter(({ scope }) => scope !== '');
  const names = await nameScopes(
    account,
    scoped.map(({ scope }) => scope),
  );
  for (const { role, scope } of scoped) {
    if (SCOPE_OF_ROLE[role] === undefined || SCOPE_OF_ROLE[role] !== scopeKindOf(scope))
      throw new CodedError('request.invalid', { reason: '这个角色不能限定到这个范围' });
    if (!names.has(scope)) throw new CodedError('request.invalid', { reason: '没有找到这个范围，请重新选择' });
  }
  await setRoles(account, userId, { add, remove }, operator, reason);
  return { payload: await getUserRecord(account, userId), say: '已更新角色' };
};
