/** The user's sign-in methods: phone number, password, providers, institution. */
import type { UserInfo } from '@shufang/contract';
import { Column, ModalDialog, Text } from '@shufang/ui';
import { useState } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { endSession } from '../../platform/session/session.ts';
import { ChangePhoneDialog } from './change-phone-dialog.tsx';
import { InstitutionRows } from './institution-rows.tsx';
import { ProviderRows } from './provider-rows.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { SecondFactorRow } from './second-factor-row.tsx';
import { SettingRow } from './setting-row.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useRefusalAlert } from './use-refusal-alert.tsx';
import { useSignInForm } from './use-sign-in-form.ts';
import styles from './user-center.module.css';

type Dialog = 'phone' | 'password';

/** Dialog that sets a new password. It ends every session including this one, so the user signs in again afterwards. */
const PasswordDialog = ({ title, onClose }: { title: string; onClose: () => void }) => {
  const fields = useSignInForm('resetPassword');
  const check = useHumanCheck(fields);
  const { alert, showRefusal } = useRefusalAlert();
  const handleReset = (): void => {
    onClose();
    endSession();
    broadcast('toast', { kind: 'success', text: signInText.resetDone });
    broadcast('signInRequest');
  };
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Column gap={16}>
        <Text as="p" size={13} tone="faint">
          {userCenterText.changePasswordHint}
        </Text>
        <ResetPasswordForm fields={fields} check={check} onReset={handleReset} showRefusal={showRefusal} />
        {alert}
      </Column>
    </ModalDialog>
  );
};

export const SecurityRows = ({ user }: { user: UserInfo }) => {
  const [open, setOpen] = useState<Dialog>();
  const close = (): void => setOpen(undefined);
  const passwordVerb = user.hasPassword ? userCenterText.changePassword : userCenterText.setPassword;
  return (
    <>
      <SettingRow name={userCenterText.phone} value={user.tel || userCenterText.noPhone}>
        <button type="button" className={styles.textButton} onClick={() => setOpen('phone')}>
          {user.tel === '' ? userCenterText.addPhone : userCenterText.changePhone}
        </button>
      </SettingRow>
      <SettingRow name={userCenterText.password} value={user.hasPassword ? userCenterText.passwordSet : userCenterText.passwordUnset}>
        <button type="button" className={styles.textButton} onClick={() => setOpen('password')}>
          {passwordVerb}
        </button>
      </SettingRow>
      <ProviderRows user={user} />
      <SecondFactorRow />
      <InstitutionRows user={user} />
      {open === 'phone' ? <ChangePhoneDialog user={user} onClose={close} /> : null}
      {open === 'password' ? <PasswordDialog title={passwordVerb} onClose={close} /> : null}
    </>
  );
};
