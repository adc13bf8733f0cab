/** What administrators do with accounts, on the wire. */
import {
  changePersonPhone as changePhone,
  freezePerson as freeze,
  listPeople as list,
  setPersonRoles as roles,
  listRoleScopes as scopes,
  unfreezePerson as unfreeze,
} from '@shufang/contract';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Account } from './account.ts';
import {
  changePersonPhone,
  freezePerson,
  listPeople,
  listRoleScopes,
  type ScopeDirectory,
  setPersonRoles,
  unfreezePerson,
} from './manage-people.ts';

export const registerPeopleRoutes = (router: Router, account: Account & { readonly scopes: ScopeDirectory }): void => {
  router.handle(list, (input) => listPeople(account, input));
  router.handle(scopes, (input) => listRoleScopes(account, input));
  router.handle(roles, async (input, context) => ({
    payload: await setPersonRoles(account, operatorOf(context), input),
    say: '已更新角色',
  }));
  router.handle(freeze, async (input, context) => ({ payload: await freezePerson(account, operatorOf(context), input), say: '已冻结' }));
  router.handle(unfreeze, async (input, context) => ({
    payload: await unfreezePerson(account, operatorOf(context), input),
    say: '已解冻',
  }));
  router.handle(changePhone, async (input, context) => ({
    payload: await changePersonPhone(account, operatorOf(context), input),
    say: '已更换手机号',
  }));
};
