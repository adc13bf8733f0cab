/** The code a person received, and the button that sends it; the button counts down while the next may not be asked for. */
import { Button, TextInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import styles from './sign-in.module.css';

interface SmsCodeFieldProps {
  readonly field: UseFormRegisterReturn;
  /** 短信验证码 unless told. */
  readonly label?: string;
  readonly error: string | undefined;
  /** Until the next may be asked for. */
  readonly seconds: number;
  readonly isSending: boolean;
  readonly onSend: () => void;
  /** The number a code has just gone to, masked. */
  readonly sentTo: string | undefined;
}

export const SmsCodeField = ({ field, label = accountText.smsCode, error, seconds, isSending, onSend, sentTo }: SmsCodeFieldProps) => (
  <>
    <div className={styles.withSide}>
      <TextInput
        className={styles.field ?? ''}
        {...field}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        size="md"
        label={label}
        placeholder={accountText.smsCodePlaceholder}
        error={error}
      />
      <Button variant="default" size="md" className={styles.side} disabled={seconds > 0} loading={isSending} onClick={onSend}>
        {seconds > 0 ? accountText.sendAgainIn(seconds) : accountText.sendCode}
      </Button>
    </div>
    <p className={styles.sent} role="status">
      {sentTo === undefined ? '' : accountText.codeSent(sentTo)}
    </p>
  </>
);
