import { TextField } from '@shufang/ui';
import type { RegisteredField } from '../../platform/forms/use-form.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import styles from './sign-in.module.css';

interface PhoneFieldProps {
  readonly field: RegisteredField;
  /** Label of the field; by default the label for a phone number (手机号). */
  readonly label?: string;
  readonly error: string | undefined;
}

export const PhoneField = ({ field, label = accountText.phone, error }: PhoneFieldProps) => (
  <TextField
    variant="prominent"
    className={styles.field}
    {...field}
    data-autofocus
    type="tel"
    inputMode="numeric"
    autoComplete="tel-national"
    maxLength={20}
    label={label}
    placeholder={accountText.phonePlaceholder}
    error={error}
  />
);
