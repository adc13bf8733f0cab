/** Sign-up: who holds the number makes an account with a password, and is signed in. */
import { Button } from '@mantine/core';
import { signUp } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { encryptPassword } from './encrypt-password.ts';
import { showAtField } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import styles from './sign-in.module.css';
import { focusLeavesPicture, type SignInFormProps } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useSendCode } from './use-send-code.ts';
import { submitWith } from './use-sign-in-form.ts';

interface Wish {
  readonly tel: string;
  readonly smsCode: string;
  readonly password: string;
}

export const SignUpForm = ({ fields, check, onSignedIn, onRefusedAfterSlider, onMode }: SignInFormProps) => {
  const { errors } = fields.formState;
  const sending = useSendCode(fields, check, 'binding', onRefusedAfterSlider);
  const signingUp = useMutation({
    mutationFn: async ({ tel, smsCode, password }: Wish) => call(signUp, { tel, smsCode, password: await encryptPassword(password) }),
    onSuccess: (result, { tel }) => onSignedIn(result, tel),
    onError: (error) => showAtField(fields, error, { smsCode: 'bindingCode', password: 'newPassword' }),
  });
  const register = submitWith(fields, ({ tel, bindingCode, newPassword }) =>
    signingUp.mutate({ tel, smsCode: bindingCode, password: newPassword }),
  );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (focusLeavesPicture(event)) sending.onSend();
        else register(event);
      }}
    >
      <SignInPhone fields={fields}>
        {errors.tel?.type === 'account.phoneTaken' ? (
          <Button className={styles.offer} variant="default" onClick={() => onMode('smsCodeLogin')}>
            {signInText.signInWithThisPhone}
          </Button>
        ) : null}
      </SignInPhone>
      <HumanCheckField fields={fields} check={check} mode="signUp" />
      <SmsCodeField field={fields.register('bindingCode')} error={errors.bindingCode?.message} {...sending} />
      <NewPasswordFields fields={fields} label={accountText.password} confirmLabel={signInText.confirmPassword} />
      <Button type="submit" size="md" fullWidth loading={signingUp.isPending}>
        {signInText.register}
      </Button>
    </form>
  );
};
