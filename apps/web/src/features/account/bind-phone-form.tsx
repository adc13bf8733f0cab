/** Form that links a phone number to a user of a provider or an institution, with captcha and SMS code, and signs the user in. */
import type { LoginResult } from '@shufang/contract';
import { Button, Column } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { showFailure } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import { rememberPhone } from './remembered-phone.ts';
import styles from './sign-in.module.css';
import { focusLeavesPicture } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useRefusalAlert } from './use-refusal-alert.tsx';
import { useSendCode } from './use-send-code.ts';
import { useSignInForm } from './use-sign-in-form.ts';

interface BindPhoneFormProps {
  readonly submitLabel: string;
  readonly isMain: boolean;
  /** Called with the phone number and the SMS code; links them on the server. If it fails, the form shows the error at its field. */
  readonly bind: (phone: { tel: string; code: string }) => Promise<LoginResult>;
  readonly onBound: (result: LoginResult) => Promise<void>;
}

export const BindPhoneForm = ({ submitLabel, isMain, bind, onBound }: BindPhoneFormProps) => {
  const fields = useSignInForm('bindPhone');
  const check = useHumanCheck(fields);
  const { alert, showRefusal } = useRefusalAlert();
  const sending = useSendCode(fields, check, 'binding', showRefusal);
  const binding = useMutation({
    mutationFn: bind,
    meta: { claims: true },
    onSuccess: (result, { tel }) => {
      rememberPhone(tel);
      return onBound(result);
    },
    onError: (error) => showFailure(fields, error, { smsCode: 'bindingCode' }),
  });
  const submit = fields.handleSubmit(({ tel, bindingCode }) => binding.mutate({ tel, code: bindingCode }));
  return (
    <Column
      as="form"
      gap={16}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (focusLeavesPicture(event)) sending.onSend();
        else submit(event);
      }}
    >
      <SignInPhone fields={fields} />
      <HumanCheckField fields={fields} check={check} mode="smsCodeLogin" />
      <SmsCodeField field={fields.register('bindingCode')} error={fields.errors.bindingCode?.message} {...sending} />
      <Button type="submit" variant={isMain ? 'main' : 'quiet'} size="md" isFullWidth isBusy={binding.isPending}>
        {submitLabel}
      </Button>
      {alert}
    </Column>
  );
};
