/** Sign-in with a code sent to the phone: the code is asked for after a picture or a slider. */
import { Button, Checkbox } from '@mantine/core';
import { signInWithSmsCode } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { showAtField } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import styles from './sign-in.module.css';
import { focusLeavesPicture, type SignInFormProps } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useSendCode } from './use-send-code.ts';
import { submitWith } from './use-sign-in-form.ts';

interface Wish {
  readonly tel: string;
  readonly code: string;
  readonly autoRegister: boolean;
}

export const SmsSignInForm = ({ fields, check, onSignedIn, onRefusedAfterSlider }: SignInFormProps) => {
  const { errors } = fields.formState;
  const sending = useSendCode(fields, check, 'login', onRefusedAfterSlider);
  const signingIn = useMutation({
    mutationFn: (wish: Wish) => call(signInWithSmsCode, wish),
    onSuccess: (result, { tel }) => onSignedIn(result, tel),
    onError: (error) => showAtField(fields, error, { smsCode: 'loginCode' }),
  });
  const signIn = submitWith(fields, ({ tel, loginCode, autoRegister }) => signingIn.mutate({ tel, code: loginCode, autoRegister }));
  /** The code is still good: the server only asked whether to make an account. */
  const handleRegister = (): void => {
    fields.setValue('autoRegister', true);
    fields.clearErrors('tel');
    void fields.handleSubmit(({ tel, loginCode }) => signingIn.mutate({ tel, code: loginCode, autoRegister: true }))();
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (focusLeavesPicture(event)) sending.onSend();
        else signIn(event);
      }}
    >
      <SignInPhone fields={fields}>
        {errors.tel?.type === 'account.notRegistered' ? (
          <Button className={styles.offer} variant="default" loading={signingIn.isPending} onClick={handleRegister}>
            {signInText.registerAndSignIn}
          </Button>
        ) : null}
      </SignInPhone>
      <HumanCheckField fields={fields} check={check} mode="smsCodeLogin" />
      <SmsCodeField field={fields.register('loginCode')} error={errors.loginCode?.message} {...sending} />
      <Controller
        control={fields.control}
        name="autoRegister"
        render={({ field: { value, ...field } }) => <Checkbox {...field} checked={value} label={accountText.autoRegister} />}
      />
      <Button type="submit" size="md" fullWidth loading={signingIn.isPending}>
        {accountText.signIn}
      </Button>
    </form>
  );
};
