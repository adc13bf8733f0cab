/** Ties a phone number to what somebody else vouched for: the number, its code, the check for people. Signs in. */
import './mantine-sign-in.css';
import { Button } from '@mantine/core';
import type { LoginResult } from '@shufang/contract';
import { AlertDialog } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { showAtField } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import { rememberPhone } from './remembered-phone.ts';
import styles from './sign-in.module.css';
import { focusLeavesPicture, isRefusedBehindSlider } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useSendCode } from './use-send-code.ts';
import { submitWith, useSignInForm } from './use-sign-in-form.ts';

interface BindPhoneFormProps {
  readonly submitLabel: string;
  readonly isMain: boolean;
  /** Asks the server; what it refuses is shown at its field. */
  readonly bind: (phone: { tel: string; code: string }) => Promise<LoginResult>;
  readonly onBound: (result: LoginResult) => Promise<void>;
}

export const BindPhoneForm = ({ submitLabel, isMain, bind, onBound }: BindPhoneFormProps) => {
  const fields = useSignInForm('bindPhone');
  const check = useHumanCheck(fields);
  const [isRefused, setRefused] = useState(false);
  const sending = useSendCode(fields, check, 'binding', (error) => setRefused(isRefusedBehindSlider(error)));
  const binding = useMutation({
    mutationFn: bind,
    onSuccess: (result, { tel }) => {
      rememberPhone(tel);
      return onBound(result);
    },
    onError: (error) => showAtField(fields, error, { smsCode: 'bindingCode' }),
  });
  const submit = submitWith(fields, ({ tel, bindingCode }) => binding.mutate({ tel, code: bindingCode }));
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (focusLeavesPicture(event)) sending.onSend();
        else submit(event);
      }}
    >
      <SignInPhone fields={fields} />
      <HumanCheckField fields={fields} check={check} mode="smsCodeLogin" />
      <SmsCodeField field={fields.register('bindingCode')} error={fields.formState.errors.bindingCode?.message} {...sending} />
      <Button type="submit" variant={isMain ? 'filled' : 'default'} size="md" fullWidth loading={binding.isPending}>
        {submitLabel}
      </Button>
      {isRefused ? (
        <AlertDialog title={signInText.alertTitle} confirmLabel={signInText.alertConfirm} onConfirm={() => setRefused(false)}>
          {signInText.businessRefused}
        </AlertDialog>
      ) : null}
    </form>
  );
};
