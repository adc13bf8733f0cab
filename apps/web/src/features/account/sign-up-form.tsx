/** Form that creates an account with phone number, SMS code and password, and signs the user in. */
import { signUp } from '@shufang/contract';
import { Button, Column } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { encryptPassword } from './encrypt-password.ts';
import { showFailure } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import styles from './sign-in.module.css';
import { focusLeavesPicture, type SignInFormProps } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useSendCode } from './use-send-code.ts';

interface SignUpInput {
  readonly tel: string;
  readonly smsCode: string;
  readonly password: string;
}

export const SignUpForm = ({ fields, check, onSignedIn, showRefusal, onMode }: SignInFormProps) => {
  const { errors } = fields;
  const sending = useSendCode(fields, check, 'binding', showRefusal);
  const signingUp = useMutation({
    meta: { claims: true },
    mutationFn: async ({ tel, smsCode, password }: SignUpInput) =>
      call(signUp, { tel, smsCode, password: await encryptPassword(password) }),
    onSuccess: (result, { tel }) => onSignedIn(result, tel),
    onError: (error) => showFailure(fields, error, { smsCode: 'bindingCode', password: 'newPassword' }),
  });
  const register = fields.handleSubmit(({ tel, bindingCode, newPassword }) =>
    signingUp.mutate({ tel, smsCode: bindingCode, password: newPassword }),
  );
  return (
    <Column
      as="form"
      gap={16}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (focusLeavesPicture(event)) sending.onSend();
        else register(event);
      }}
    >
      <SignInPhone fields={fields}>
        {errors.tel?.type === 'account.phoneTaken' ? (
          <Button className={styles.offer} variant="quiet" onClick={() => onMode('smsCodeLogin')}>
            {signInText.signInWithThisPhone}
          </Button>
        ) : null}
      </SignInPhone>
      <HumanCheckField fields={fields} check={check} mode="signUp" />
      <SmsCodeField field={fields.register('bindingCode')} error={errors.bindingCode?.message} {...sending} />
      <NewPasswordFields fields={fields} label={accountText.password} confirmLabel={signInText.confirmPassword} />
      <Button type="submit" size="md" isFullWidth isBusy={signingUp.isPending}>
        {signInText.register}
      </Button>
    </Column>
  );
};
