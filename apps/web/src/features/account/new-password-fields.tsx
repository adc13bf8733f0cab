/** Two fields for a new password, which is entered twice. The rule for passwords is visible before any input. */
import { PasswordField } from '@shufang/ui';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import styles from './sign-in.module.css';
import type { SignInFields } from './use-sign-in-form.ts';

interface NewPasswordFieldsProps {
  readonly fields: SignInFields;
  readonly label: string;
  readonly confirmLabel: string;
}

export const NewPasswordFields = ({ fields, label, confirmLabel }: NewPasswordFieldsProps) => {
  const { newPassword, confirmPassword } = fields.errors;
  const input = { className: styles.field, autoComplete: 'new-password', showLabel: accountText.showPassword } as const;
  return (
    <>
      <PasswordField
        {...input}
        {...fields.register('newPassword', ['confirmPassword'])}
        label={label}
        placeholder={signInText.choosePassword}
        hint={newPassword ? undefined : signInText.passwordRule}
        error={newPassword?.message}
      />
      <PasswordField
        {...input}
        {...fields.register('confirmPassword')}
        label={confirmLabel}
        placeholder={signInText.confirmPlaceholder}
        error={confirmPassword?.message}
      />
    </>
  );
};
