/** Verification by a school email address: a six-digit code is sent there, and entering it makes the user a verified teacher. */
import { authenticateWithMail, type ErrorCode, mailAddress, sendTeacherMailCode } from '@shufang/contract';
import { buttonClass, Stack, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
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

const focusOn = (field: HTMLInputElement | null): void => field?.focus();

export const TeacherMailForm = ({ onApproved }: { readonly onApproved: () => void }) => {
  const [typed, setTyped] = useState('');
  const [digits, setDigits] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const [fieldError, setFieldError] = useState<{ at: 'address' | 'digits'; message: string }>();
  const address = mailAddress.safeParse(typed);
  const { seconds, begin } = useResendCountdown(address.data ?? typed);
  const showRefusal = (error: unknown): void => {
    if (isRefusal(error, ...AT_THE_ADDRESS)) setFieldError({ at: 'address', message: error.message });
    else if (isRefusal(error, ...AT_THE_DIGITS)) setFieldError({ at: 'digits', message: error.message });
  };
  const sending = useMutation({
    mutationFn: (to: string) => call(sendTeacherMailCode, { address: to }),
    meta: { claims: CLAIMED },
    onSuccess: ({ resendAt }, to) => {
      begin(resendAt, to);
      setSentTo(to);
      setDigits('');
    },
    onError: showRefusal,
  });
  const proving = useMutation({
    mutationFn: (to: string) => call(authenticateWithMail, { address: to, code: digits.trim() }),
    meta: { claims: CLAIMED },
    onSuccess: onApproved,
    onError: showRefusal,
  });
  const hasAddress = (): boolean => {
    if (address.success) return true;
    setFieldError({
      at: 'address',
      message: typed.trim() === '' ? text.mailMissing : (address.error.issues[0]?.message ?? text.mailMissing),
    });
    return false;
  };
  const handleSend = (): void => {
    setFieldError(undefined);
    if (hasAddress() && address.data !== undefined && seconds === 0 && !sending.isPending) sending.mutate(address.data);
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setFieldError(undefined);
    if (sentTo === undefined) handleSend();
    else if (!hasAddress() || address.data === undefined) return;
    else if (digits.trim() === '') setFieldError({ at: 'digits', message: text.digitsMissing });
    else if (!proving.isPending) proving.mutate(address.data);
  };
  const errorAt = (at: 'address' | 'digits'): string | undefined => (fieldError?.at === at ? fieldError.message : undefined);
  return (
    <Stack as="form" gap={12} justifyItems="start" className={styles.way} noValidate aria-label={text.mailTitle} onSubmit={handleSubmit}>
      <TextField
        label={text.mail}
        hint={text.mailHint}
        type="email"
        autoComplete="email"
        error={errorAt('address')}
        value={typed}
        maxLength={160}
        placeholder={text.mailPlaceholder}
        onChange={(value) => {
          setTyped(value);
          setFieldError(undefined);
        }}
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
            // The field for the code appears when the code was sent, and takes the focus.
            ref={focusOn}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errorAt('digits')}
            value={digits}
            maxLength={12}
            onChange={(value) => {
              setDigits(value);
              setFieldError(undefined);
            }}
          />
          <button type="submit" className={buttonClass()} aria-disabled={proving.isPending}>
            {text.confirmMail}
          </button>
        </>
      )}
    </Stack>
  );
};
