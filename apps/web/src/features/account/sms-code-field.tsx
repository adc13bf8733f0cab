/** The SMS code field with its send button, which counts down until the next code can be sent. */
import { Button, Grid, Text, TextField } from '@shufang/ui';
import type { RegisteredField } from '../../platform/forms/use-form.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import styles from './sign-in.module.css';

interface SmsCodeFieldProps {
  readonly field: RegisteredField;
  /** Label of the field; by default the label for an SMS code (短信验证码). */
  readonly label?: string;
  readonly error: string | undefined;
  /** Seconds until the next code can be requested. */
  readonly seconds: number;
  readonly isSending: boolean;
  readonly onSend: () => void;
  /** The masked phone number to which the last SMS code was sent; undefined until a code was sent. */
  readonly sentTo: string | undefined;
}

export const SmsCodeField = ({ field, label = accountText.smsCode, error, seconds, isSending, onSend, sentTo }: SmsCodeFieldProps) => (
  <>
    <Grid gap={8} align="start" className={styles.withSide}>
      <TextField
        variant="prominent"
        className={styles.field}
        {...field}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        label={label}
        placeholder={accountText.smsCodePlaceholder}
        error={error}
      />
      <Button variant="quiet" size="md" className={styles.side} disabled={seconds > 0} isBusy={isSending} onClick={onSend}>
        {seconds > 0 ? accountText.sendAgainIn(seconds) : accountText.sendCode}
      </Button>
    </Grid>
    <Text as="p" size={13} tone="soft" className={styles.sent} role="status">
      {sentTo === undefined ? '' : accountText.codeSent(sentTo)}
    </Text>
  </>
);
