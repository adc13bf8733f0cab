/** Registers the account operations. */
import type { PersonalPage } from '@shufang/contract';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Account } from './account.ts';
import { getAudioCaptcha } from './captcha/get-audio-captcha.ts';
import { getCaptcha } from './captcha/get-captcha.ts';
import { getSlider } from './captcha/get-slider.ts';
import { sendSmsCode } from './codes/send-sms-code.ts';
import { sendSmsCodeAfterSlider } from './codes/send-sms-code-after-slider.ts';
import { listDevices } from './devices/list-devices.ts';
import { revokeDevice } from './devices/revoke-device.ts';
import { bindProvider } from './external-sign-in/bind-provider.ts';
import { finishProviderSignIn } from './external-sign-in/finish-provider-sign-in.ts';
import { startProviderSignIn } from './external-sign-in/start-provider-sign-in.ts';
import { unbindProvider } from './external-sign-in/unbind-provider.ts';
import { changePasswordBySms } from './password/change-password-by-sms.ts';
import { getRsaPublicKey } from './password/get-rsa-public-key.ts';
import { sendResetCode } from './password/send-reset-code.ts';
import { cancelAccountClosure } from './profile/cancel-account-closure.ts';
import { changePhone } from './profile/change-phone.ts';
import { closeAccount } from './profile/close-account.ts';
import { getAuthRole } from './profile/get-auth-role.ts';
import { getRole } from './profile/get-role.ts';
import { getUserInfo } from './profile/get-user-info.ts';
import { giveConsent } from './profile/give-consent.ts';
import { listAuthRoles } from './profile/list-auth-roles.ts';
import { sendCodeToMe } from './profile/send-code-to-me.ts';
import { setUserInfo, type TakeAvatar } from './profile/set-user-info.ts';
import type { ScopeDirectory } from './role-scopes.ts';
import { confirmSecondFactor } from './second-factor/confirm-second-factor.ts';
import { disableSecondFactor } from './second-factor/disable-second-factor.ts';
import { getSecondFactor } from './second-factor/get-second-factor.ts';
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.ts';
import { signInWithSecondFactor } from './second-factor/sign-in-with-second-factor.ts';
import { startSecondFactor } from './second-factor/start-second-factor.ts';
import { refreshSession } from './session/refresh-session.ts';
import { signOut } from './session/sign-out.ts';
import { getSignInOptions } from './sign-in/get-sign-in-options.ts';
import { replaceDevice } from './sign-in/replace-device.ts';
import { signInWithPassword } from './sign-in/sign-in-with-password.ts';
import { signInWithPasswordAfterSlider } from './sign-in/sign-in-with-password-after-slider.ts';
import { signInWithSmsCode } from './sign-in/sign-in-with-sms-code.ts';
import { signUp } from './sign-in/sign-up.ts';
import { changeUserPhone } from './user-admin/change-user-phone.ts';
import { freezeUser } from './user-admin/freeze-user.ts';
import { listRoleScopes } from './user-admin/list-role-scopes.ts';
import { listUsers } from './user-admin/list-users.ts';
import { setUserRoles } from './user-admin/set-user-roles.ts';
import { unfreezeUser } from './user-admin/unfreeze-user.ts';

/** The account slice, and what its operations need from other slices. */
interface AccountOperationDependencies extends Account {
  readonly scopes: ScopeDirectory;
  /** Returns the pages below `/user` that apply to this user. */
  readonly personalPagesOf: (reader: SignedInReader) => Promise<PersonalPage[]>;
  readonly takeAvatar: TakeAvatar;
}

export const registerAccountRoutes = (router: Router, dependencies: AccountOperationDependencies): void =>
  register(router, dependencies, {
    getCaptcha,
    getAudioCaptcha,
    getSlider,
    getSignInOptions,
    getRsaPublicKey,
    sendSmsCode,
    sendSmsCodeAfterSlider,
    signInWithSmsCode,
    signInWithPassword,
    signInWithPasswordAfterSlider,
    replaceDevice,
    refreshSession,
    signOut,
    signUp,
    sendResetCode,
    changePasswordBySms,
    sendCodeToMe,
    changePhone,
    giveConsent,
    signInWithSecondFactor,
    getSecondFactor,
    startSecondFactor,
    confirmSecondFactor,
    renewRecoveryCodes,
    disableSecondFactor,
    startProviderSignIn,
    finishProviderSignIn,
    bindProvider,
    unbindProvider,
    listDevices,
    revokeDevice,
    getUserInfo,
    setUserInfo,
    closeAccount,
    cancelAccountClosure,
    getRole,
    getAuthRole,
    listAuthRoles,
    listUsers,
    listRoleScopes,
    setUserRoles,
    freezeUser,
    unfreezeUser,
    changeUserPhone,
  });
