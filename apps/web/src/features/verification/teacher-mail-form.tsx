/** Verification by a school email address: a six-digit code is sent there, and entering it makes the user a verified teacher. */
import { authenticateWithMail, type ErrorCode, mailAddress, sendTeacherMailCode } from '@shufang/contract';
import { buttonClass, Stack, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { showRefusal } from '../../platform/forms/show-refusal.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { useResendCountdown } from '../../platform/session/use-resend-countdown.ts';
import styles from './application.module.css';

/** Errors that concern neither field: the user cannot apply at all. */
const AT_NO_FIELD: readonly ErrorCode[] = ['application.notOpen', 'application.editorOnly'];
const AT_THE_DIGITS: readonly ErrorCode[] = authenticateWithMail.errors.filter((code) => code.startsWith('account.'));
const AT_THE_ADDRESS: readonly ErrorCode[] = [...sendTeacherMailCode.errors, ...authenticateWithMail.errors].filter(
  (code) => !AT_THE_DIGITS.includes(code) && !AT_NO_FIELD.includes(code),
);
const CLAIMED = [...AT_THE_ADDRESS, ...AT_THE_DIGITS];

const mailFields = z.object({
  address: z.string().trim().min(1, text.mailMissing).pipe(mailAddress),
  digits: z.string().trim().min(1, text.digitsMissing),
});

export const TeacherMailForm = ({ onApproved }: { readonly onApproved: () => void }) => {
  const form = useForm({ initial: { address: '', digits: '' }, schema: mailFields });
  const { errors, values } = form;
  const [sentTo, setSentTo] = useState<string>();
  const { seconds, begin } = useResendCountdown(mailAddress.safeParse(values.address).data ?? values.address);
  const handleError = (error: unknown): void => {
    showRefusal(form, 'address', error, AT_THE_ADDRESS);
    showRefusal(form, 'digits', error, AT_THE_DIGITS);
  };
  const sending = useMutation({
    mutationFn: (to: string) => call(sendTeacherMailCode, { address: to }),
    meta: { claims: CLAIMED },
    onSuccess: ({ resendAt }, to) => {
      begin(resendAt, to);
      form.setValue('digits', '');
      // The field for the code appears when the code was sent, and takes the focus.
      flushSync(() => setSentTo(to));
      form.setFocus('digits');
    },
    onError: handleError,
  });
  const proving = useMutation({
    mutationFn: ({ address, digits }: z.output<typeof mailFields>) => call(authenticateWithMail, { address, code: digits }),
    meta: { claims: CLAIMED },
    onSuccess: onApproved,
    onError: handleError,
  });
  const handleSend = (): void => {
    form.clearErrors('digits');
    if (!form.validateField('address')) return;
    if (seconds === 0 && !sending.isPending) sending.mutate(mailAddress.parse(form.getValues().address));
  };
  const handleProve = form.handleSubmit((fields) => {
    if (!proving.isPending) proving.mutate(fields);
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (sentTo === undefined) handleSend();
    else handleProve();
  };
  return (
    <Stack as="form" gap={12} justifyItems="start" className={styles.way} noValidate aria-label={text.mailTitle} onSubmit={handleSubmit}>
      <TextField
        label={text.mail}
        hint={text.mailHint}
        type="email"
        autoComplete="email"
        error={errors.address?.message}
        maxLength={160}
        placeholder={text.mailPlaceholder}
        {...form.register('address')}
      />
      <button
        type="button"
        className={buttonClass(sentTo === undefined ? 'main' : 'quiet')}
        aria-disabled={seconds > 0 || sending.isPending}
        onClick={handleSend}
      >
        {seconds > 0 ? text.sendAgainIn(seconds) : sentTo === undefined ? text.sendDigits : text.sendAgain}
      </button>
      <p role="status" className={styles.hint}>
        {sentTo === undefined ? null : text.digitsSent(sentTo)}
      </p>
      {sentTo === undefined ? null : (
        <>
          <TextField
            label={text.digits}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.digits?.message}
            maxLength={12}
            {...form.register('digits')}
          />
          <button type="submit" className={buttonClass()} aria-disabled={proving.isPending}>
            {text.confirmMail}
          </button>
        </>
      )}
    </Stack>
  );
};
