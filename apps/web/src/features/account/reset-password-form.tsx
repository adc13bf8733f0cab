/** A forgotten password: who holds the number sets a new one. Every session of the person ends, so they sign in afterwards. */
import { Button } from '@mantine/core';
import { changePasswordBySms } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { encryptPassword } from './encrypt-password.ts';
import { showAtField } from './field-errors.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import styles from './sign-in.module.css';
import type { SignInFormProps } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useSendCode } from './use-send-code.ts';
import { submitWith } from './use-sign-in-form.ts';

interface Wish {
  readonly tel: string;
  readonly code: string;
  readonly password: string;
}

type ResetPasswordFormProps = Pick<SignInFormProps, 'fields' | 'check' | 'onRefusedAfterSlider'> & { readonly onReset: () => void };

export const ResetPasswordForm = ({ fields, check, onRefusedAfterSlider, onReset }: ResetPasswordFormProps) => {
  const sending = useSendCode(fields, check, 'resetPassword', onRefusedAfterSlider);
  const resetting = useMutation({
    mutationFn: async ({ tel, code, password }: Wish) =>
      call(changePasswordBySms, { tel, code, password: await encryptPassword(password) }),
    onSuccess: () => {
      for (const name of ['resetCode', 'newPassword', 'confirmPassword', 'password'] as const) fields.setValue(name, '');
      onReset();
    },
    onError: (error) => showAtField(fields, error, { smsCode: 'resetCode', password: 'newPassword' }),
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={submitWith(fields, ({ tel, resetCode, newPassword }) => resetting.mutate({ tel, code: resetCode, password: newPassword }))}
    >
      <SignInPhone fields={fields} />
      <SmsCodeField field={fields.register('resetCode')} error={fields.formState.errors.resetCode?.message} {...sending} />
      <NewPasswordFields fields={fields} label={signInText.newPassword} confirmLabel={signInText.confirmNewPassword} />
      <Button type="submit" size="md" fullWidth loading={resetting.isPending}>
        {signInText.resetAction}
      </Button>
    </form>
  );
};
