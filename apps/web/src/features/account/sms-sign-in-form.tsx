/** Sign-in with an SMS code, which is sent after a captcha or slider. */
import { signInWithSmsCode } from '@shufang/contract';
import { Button, Checkbox, Column } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { showFailure } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import styles from './sign-in.module.css';
import { focusLeavesPicture, type SignInFormProps } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { asks, SignInCanceled, signInThroughSteps } from './sign-in-steps.ts';
import { SmsCodeField } from './sms-code-field.tsx';
import { useSendCode } from './use-send-code.ts';

interface SignInInput {
  readonly tel: string;
  readonly code: string;
  readonly autoRegister: boolean;
}

export const SmsSignInForm = ({ fields, check, onSignedIn, showRefusal }: SignInFormProps) => {
  const { errors } = fields;
  const sending = useSendCode(fields, check, 'login', showRefusal);
  const signingIn = useMutation({
    mutationFn: (input: SignInInput) => signInThroughSteps(() => call(signInWithSmsCode, { ...input, ...asks })),
    meta: { claims: true },
    onSuccess: (result, { tel }) => onSignedIn(result, tel),
    onError: (error) => {
      // A canceled sign-in has used up the SMS code on the server, so the code is cleared and the user needs a new one.
      if (error instanceof SignInCanceled) fields.setValue('loginCode', '');
      showFailure(fields, error, { smsCode: 'loginCode' });
    },
  });
  const signIn = fields.handleSubmit(({ tel, loginCode, autoRegister }) => signingIn.mutate({ tel, code: loginCode, autoRegister }));
  /**
   * Signs in again and lets the server create an account. The SMS code is still valid, because the server only reported that no account
   * exists.
   */
  const handleRegister = (): void => {
    fields.setValue('autoRegister', true);
    fields.clearErrors('tel');
    fields.handleSubmit(({ tel, loginCode }) => signingIn.mutate({ tel, code: loginCode, autoRegister: true }))();
  };
  return (
    <Column
      as="form"
      gap={16}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (focusLeavesPicture(event)) sending.onSend();
        else signIn(event);
      }}
    >
      <SignInPhone fields={fields}>
        {errors.tel?.type === 'account.notRegistered' ? (
          <Button className={styles.offer} variant="quiet" isBusy={signingIn.isPending} onClick={handleRegister}>
            {signInText.registerAndSignIn}
          </Button>
        ) : null}
      </SignInPhone>
      <HumanCheckField fields={fields} check={check} mode="smsCodeLogin" />
      <SmsCodeField field={fields.register('loginCode')} error={errors.loginCode?.message} {...sending} />
      <Checkbox
        name="autoRegister"
        checked={fields.values.autoRegister}
        label={accountText.autoRegister}
        onChange={({ target }) => fields.setValue('autoRegister', target.checked)}
      />
      <Button type="submit" size="md" isFullWidth isBusy={signingIn.isPending}>
        {accountText.signIn}
      </Button>
    </Column>
  );
};
