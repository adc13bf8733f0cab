/** A new password, twice. The rule stands there before anything can be wrong. The kit leaves `aria-invalid` of this input to us. */
import { PasswordInput } from '@mantine/core';
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
  const { newPassword, confirmPassword } = fields.formState.errors;
  const input = {
    className: styles.field ?? '',
    autoComplete: 'new-password',
    size: 'md',
    visibilityToggleButtonProps: { 'aria-label': accountText.showPassword, tabIndex: 0 },
  } as const;
  return (
    <>
      <PasswordInput
        {...input}
        {...fields.register('newPassword', fields.formState.isSubmitted ? { deps: ['confirmPassword'] } : {})}
        label={label}
        placeholder={signInText.choosePassword}
        description={newPassword ? undefined : signInText.passwordRule}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={newPassword?.message}
        aria-invalid={newPassword !== undefined}
      />
      <PasswordInput
        {...input}
        {...fields.register('confirmPassword')}
        label={confirmLabel}
        placeholder={signInText.confirmPlaceholder}
        error={confirmPassword?.message}
        aria-invalid={confirmPassword !== undefined}
      />
    </>
  );
};
