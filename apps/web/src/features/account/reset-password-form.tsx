/** Resets a forgotten password by SMS code. All sessions of the user end, so they sign in afterwards. */
import { changePasswordBySms } from '@shufang/contract';
import { Button, Column } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { storeDeviceCredential } from '../../platform/session/device-credentials.ts';
import { encryptPassword } from './encrypt-password.ts';
import { showFailure } from './field-errors.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import styles from './sign-in.module.css';
import type { SignInFormProps } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useSendCode } from './use-send-code.ts';

interface ResetInput {
  readonly tel: string;
  readonly code: string;
  readonly password: string;
}

type ResetPasswordFormProps = Pick<SignInFormProps, 'fields' | 'check' | 'showRefusal'> & { readonly onReset: () => void };

export const ResetPasswordForm = ({ fields, check, showRefusal, onReset }: ResetPasswordFormProps) => {
  const sending = useSendCode(fields, check, 'resetPassword', showRefusal);
  const resetting = useMutation({
    meta: { claims: true },
    mutationFn: async ({ tel, code, password }: ResetInput) =>
      call(changePasswordBySms, { tel, code, password: await encryptPassword(password) }),
    onSuccess: ({ deviceCredential }) => {
      storeDeviceCredential(deviceCredential);
      for (const name of ['resetCode', 'newPassword', 'confirmPassword', 'password'] as const) fields.setValue(name, '');
      onReset();
    },
    onError: (error) => showFailure(fields, error, { smsCode: 'resetCode', password: 'newPassword' }),
  });
  return (
    <Column
      as="form"
      gap={16}
      className={styles.form}
      noValidate
      onSubmit={fields.handleSubmit(({ tel, resetCode, newPassword }) => resetting.mutate({ tel, code: resetCode, password: newPassword }))}
    >
      <SignInPhone fields={fields} />
      <SmsCodeField field={fields.register('resetCode')} error={fields.errors.resetCode?.message} {...sending} />
      <NewPasswordFields fields={fields} label={signInText.newPassword} confirmLabel={signInText.confirmNewPassword} />
      <Button type="submit" size="md" isFullWidth isBusy={resetting.isPending}>
        {signInText.resetAction}
      </Button>
    </Column>
  );
};
