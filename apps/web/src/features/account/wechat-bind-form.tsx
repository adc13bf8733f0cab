/** A person whom WeChat knows and we do not: ties a phone number, which makes or finds their account, and signs in. */
import './mantine-sign-in.css';
import { Button } from '@mantine/core';
import { bindWechat } from '@shufang/contract';
import { AlertDialog } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { showAtField } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import { rememberPhone } from './remembered-phone.ts';
import styles from './sign-in.module.css';
import { clearDraft } from './sign-in-draft.ts';
import { focusLeavesPicture, isRefusedBehindSlider } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useSendCode } from './use-send-code.ts';
import { submitWith, useSignInForm } from './use-sign-in-form.ts';
import { forgetNewcomer } from './wechat-proof.ts';

interface WechatBindFormProps {
  /** From `finishWechat`. */
  readonly ticket: string;
  readonly onBound: () => void;
}

export const WechatBindForm = ({ ticket, onBound }: WechatBindFormProps) => {
  const fields = useSignInForm('bindPhone');
  const check = useHumanCheck(fields);
  const [isRefused, setRefused] = useState(false);
  const sending = useSendCode(fields, check, 'binding', (error) => setRefused(isRefusedBehindSlider(error)));
  const binding = useMutation({
    mutationFn: (wish: { tel: string; code: string }) => call(bindWechat, { ticket, ...wish }),
    onSuccess: async (result, { tel }) => {
      rememberPhone(tel);
      clearDraft();
      forgetNewcomer();
      await completeSignIn(result);
      onBound();
    },
    onError: (error) => showAtField(fields, error, { smsCode: 'bindingCode' }),
  });
  const bind = submitWith(fields, ({ tel, bindingCode }) => binding.mutate({ tel, code: bindingCode }));
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        if (focusLeavesPicture(event)) sending.onSend();
        else bind(event);
      }}
    >
      <SignInPhone fields={fields} />
      <HumanCheckField fields={fields} check={check} mode="smsCodeLogin" />
      <SmsCodeField field={fields.register('bindingCode')} error={fields.formState.errors.bindingCode?.message} {...sending} />
      <Button type="submit" size="md" fullWidth loading={binding.isPending}>
        {signInText.dispatchBindAction}
      </Button>
      {isRefused ? (
        <AlertDialog title={signInText.alertTitle} confirmLabel={signInText.alertConfirm} onConfirm={() => setRefused(false)}>
          {signInText.businessRefused}
        </AlertDialog>
      ) : null}
    </form>
  );
};
