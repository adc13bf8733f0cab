/** A mailbox of one's school: six digits go there, and whoever reads them is a verified teacher. */
import { authenticateWithMail, type ErrorCode, mailAddress, sendTeacherMailCode } from '@shufang/contract';
import { buttonClass, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { useResendCountdown } from '../../platform/session/use-resend-countdown.ts';
import styles from './application.module.css';

const AT_THE_ADDRESS: readonly ErrorCode[] = [
  'application.mailNotListed',
  'application.mailTaken',
  'account.mailTooSoon',
  'account.mailBudget',
  'account.mailUnavailable',
];
const AT_THE_DIGITS: readonly ErrorCode[] = ['account.mailCodeWrong', 'account.tooManyFailures'];
const CLAIMED = [...AT_THE_ADDRESS, ...AT_THE_DIGITS];

const focusOn = (field: HTMLInputElement | null): void => field?.focus();

export const TeacherMailForm = ({ onApproved }: { readonly onApproved: () => void }) => {
  const [typed, setTyped] = useState('');
  const [digits, setDigits] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const [fault, setFault] = useState<{ at: 'address' | 'digits'; says: string }>();
  const address = mailAddress.safeParse(typed);
  const { seconds, begin } = useResendCountdown(address.data ?? typed);
  const showRefusal = (error: unknown): void => {
    if (isRefusal(error, ...AT_THE_ADDRESS)) setFault({ at: 'address', says: error.message });
    else if (isRefusal(error, ...AT_THE_DIGITS)) setFault({ at: 'digits', says: error.message });
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
    setFault({ at: 'address', says: typed.trim() === '' ? text.mailMissing : (address.error.issues[0]?.message ?? text.mailMissing) });
    return false;
  };
  const handleSend = (): void => {
    setFault(undefined);
    if (hasAddress() && address.data !== undefined && seconds === 0 && !sending.isPending) sending.mutate(address.data);
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setFault(undefined);
    if (sentTo === undefined) handleSend();
    else if (!hasAddress() || address.data === undefined) return;
    else if (digits.trim() === '') setFault({ at: 'digits', says: text.digitsMissing });
    else if (!proving.isPending) proving.mutate(address.data);
  };
  const faultAt = (at: 'address' | 'digits'): string | undefined => (fault?.at === at ? fault.says : undefined);
  return (
    <form className={styles.way} noValidate aria-label={text.mailTitle} onSubmit={handleSubmit}>
      <TextField
        label={text.mail}
        hint={text.mailHint}
        type="email"
        autoComplete="email"
        fault={faultAt('address')}
        value={typed}
        maxLength={160}
        placeholder={text.mailPlaceholder}
        onChange={(value) => {
          setTyped(value);
          setFault(undefined);
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
            // It comes when the digits were sent, and is what comes next.
            ref={focusOn}
            inputMode="numeric"
            autoComplete="one-time-code"
            fault={faultAt('digits')}
            value={digits}
            maxLength={12}
            onChange={(value) => {
              setDigits(value);
              setFault(undefined);
            }}
          />
          <button type="submit" className={buttonClass()} aria-disabled={proving.isPending}>
            {text.confirmMail}
          </button>
        </>
      )}
    </form>
  );
};
