/** Ties the account operations of the contract to their use cases. */
import {
  getAuthRole,
  getRole,
  getRsaPublicKey,
  getUserInfo,
  listAuthRoles,
  type OutputOf,
  sendSmsCode,
  sendSmsCodeAfterSlider,
  signInWithPassword,
  signInWithPasswordAfterSlider,
  signInWithSmsCode,
  signOut,
} from '@shufang/contract';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Account } from './account.ts';
import { registerCaptchaRoutes } from './captcha-routes.ts';
import { registerCredentialRoutes } from './credential-routes.ts';
import { registerDeviceRoutes } from './device-routes.ts';
import { getUserInfo as readUserInfo } from './get-user-info.ts';
import { nameScopes, type ScopeDirectory } from './manage-people.ts';
import { highestRole, permissionsOf } from './policy.ts';
import { boundPermissionsOf } from './reach.ts';
import { endSession } from './sessions.ts';
import { signInWithPassword as signInByPassword } from './sign-in-with-password.ts';
import { signInWithSmsCode as signInBySmsCode } from './sign-in-with-sms-code.ts';
import { sendSmsCode as sendCode } from './sms-codes.ts';
import { listRolesOfUser } from './user-store.ts';
import { registerWechatRoutes } from './wechat-routes.ts';

/** What the roles are given for is called by the name it has now. */
const rolesOf = async (account: Account, scopes: ScopeDirectory, reader: SignedInReader): Promise<OutputOf<typeof listAuthRoles>> => {
  const held = await listRolesOfUser(account.db.orm, reader.userId, account.clock.now());
  const names = await nameScopes(
    { scopes },
    held.map(({ scope }) => scope),
  );
  const bound = boundPermissionsOf(held);
  return {
    roles: held.map(({ role, scope }) => {
      const scopeName = names.get(scope);
      return { role, scope, ...(scopeName === undefined ? {} : { scopeName }) };
    }),
    permissions: permissionsOf(reader.roles),
    ...(bound.length === 0 ? {} : { boundPermissions: bound }),
  };
};

export const registerAccountRoutes = (router: Router, account: Account, scopes: ScopeDirectory): void => {
  registerCaptchaRoutes(router, account);
  router.handleAnyone(getRsaPublicKey, () => account.transport.issueKey());
  router.handleAnyone(sendSmsCode, (input, context) => sendCode(account, input, context));
  router.handleAnyone(sendSmsCodeAfterSlider, (input, context) => sendCode(account, input, context));
  router.handleAnyone(signInWithSmsCode, (input, context) => signInBySmsCode(account, input, context));
  router.handleAnyone(signInWithPassword, (input, context) => signInByPassword(account, input, context));
  router.handleAnyone(signInWithPasswordAfterSlider, (input, context) => signInByPassword(account, input, context));
  router.handleAnyone(signOut, async (_input, { reader }) => {
    if (reader !== undefined) await endSession(account, reader.sid);
    return {};
  });
  registerCredentialRoutes(router, account);
  registerWechatRoutes(router, account);
  registerDeviceRoutes(router, account);
  router.handle(getUserInfo, (_input, { reader }) => readUserInfo(account, reader.userId));
  router.handle(getRole, async (_input, { reader }) => ({ role: highestRole(reader.roles) }));
  router.handle(getAuthRole, async (_input, { reader }) => ({ role: highestRole(reader.roles) }));
  router.handle(listAuthRoles, (_input, { reader }) => rolesOf(account, scopes, reader));
};
