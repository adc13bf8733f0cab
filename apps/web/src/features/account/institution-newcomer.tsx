/** Whom an institution knows and we do not: enters with a new account, or ties the one of their number. */
import './mantine-sign-in.css';
import { Button } from '@mantine/core';
import { bindInstitution } from '@shufang/contract';
import { AlertDialog } from '@shufang/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { showAtField } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import choiceStyles from './institution.module.css';
import { forgetInstitutionNewcomer } from './institution-proof.ts';
import { signInOptionsQuery } from './queries.ts';
import { rememberPhone } from './remembered-phone.ts';
import styles from './sign-in.module.css';
import { SignInConsent } from './sign-in-consent.tsx';
import { clearDraft } from './sign-in-draft.ts';
import { focusLeavesPicture, isRefusedBehindSlider } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useSendCode } from './use-send-code.ts';
import { submitWith, useSignInForm } from './use-sign-in-form.ts';

interface InstitutionNewcomerProps {
  /** From `finishInstitution`. */
  readonly ticket: string;
  readonly onBound: () => void;
}

export const InstitutionNewcomer = ({ ticket, onBound }: InstitutionNewcomerProps) => {
  const fields = useSignInForm('bindPhone');
  const check = useHumanCheck(fields);
  const [isRefused, setRefused] = useState(false);
  const [hasAccount, setHasAccount] = useState(false);
  const [termsOpen, setTermsOpen] = useState(false);
  const { data: options } = useQuery(signInOptionsQuery());
  const sending = useSendCode(fields, check, 'binding', (error) => setRefused(isRefusedBehindSlider(error)));
  const binding = useMutation({
    mutationFn: (wish: { tel: string; code: string } | undefined) =>
      call(bindInstitution, { ticket, terms: options?.termsVersion ?? 0, ...wish }),
    onSuccess: async (result, wish) => {
      if (wish !== undefined) rememberPhone(wish.tel);
      clearDraft();
      forgetInstitutionNewcomer();
      await completeSignIn(result);
      onBound();
    },
    onError: (error) => showAtField(fields, error, { smsCode: 'bindingCode' }),
  });
  const bind = submitWith(fields, ({ tel, bindingCode }) => binding.mutate({ tel, code: bindingCode }));
  return (
    <>
      <div className={choiceStyles.choice}>
        <Button
          size="md"
          fullWidth
          disabled={options === undefined}
          loading={binding.isPending && binding.variables === undefined}
          onClick={() => binding.mutate(undefined)}
        >
          {text.enter}
        </Button>
        <p className={choiceStyles.hint}>{text.enterHint}</p>
      </div>
      <div className={choiceStyles.choice}>
        {hasAccount ? (
          <>
            <p>{text.haveAccountLead}</p>
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
              <Button type="submit" variant="default" size="md" fullWidth loading={binding.isPending && binding.variables !== undefined}>
                {text.bind}
              </Button>
            </form>
          </>
        ) : (
          <Button variant="default" size="md" fullWidth onClick={() => setHasAccount(true)}>
            {text.haveAccount}
          </Button>
        )}
      </div>
      <SignInConsent isSignUp={false} isOpen={termsOpen} onOpen={() => setTermsOpen(true)} onClose={() => setTermsOpen(false)} />
      {isRefused ? (
        <AlertDialog title={signInText.alertTitle} confirmLabel={signInText.alertConfirm} onConfirm={() => setRefused(false)}>
          {signInText.businessRefused}
        </AlertDialog>
      ) : null}
    </>
  );
};
