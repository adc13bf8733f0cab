/** Ties signing up, passwords, the phone number and consent to their use cases. */
import { changePasswordBySms, changePhone, giveConsent, sendCodeToMe, sendResetCode, signUp } from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import type { Account } from './account.ts';
import { changePasswordBySms as changePassword, sendResetCode as sendCodeForPassword } from './change-password.ts';
import { changePhone as movePhone, sendCodeToMe as sendToOwnPhone } from './change-phone.ts';
import { giveConsent as agree } from './consent.ts';
import { signUp as makeAccount } from './sign-up.ts';

export const registerCredentialRoutes = (router: Router, account: Account): void => {
  router.handleAnyone(sendResetCode, (input, context) => sendCodeForPassword(account, input, context));
  router.handleAnyone(signUp, (input, context) => makeAccount(account, input, context));
  router.handleAnyone(changePasswordBySms, async (input, context) => {
    await changePassword(account, input, context);
    return { payload: {}, say: '密码已修改，请用新密码登录' };
  });
  router.handle(sendCodeToMe, (input, context) => sendToOwnPhone(account, context.reader.userId, input, context));
  router.handle(changePhone, async (input, context) => ({
    payload: await movePhone(account, context.reader.userId, input, context),
    say: '手机号已更换',
  }));
  router.handle(giveConsent, (input, context) => agree(account, context.reader.userId, input.version, context));
};
