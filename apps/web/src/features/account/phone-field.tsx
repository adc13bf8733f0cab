import { TextInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import styles from './sign-in.module.css';

interface PhoneFieldProps {
  readonly field: UseFormRegisterReturn;
  /** 手机号 unless told. */
  readonly label?: string;
  readonly error: string | undefined;
}

export const PhoneField = ({ field, label = accountText.phone, error }: PhoneFieldProps) => (
  <TextInput
    className={styles.field ?? ''}
    {...field}
    data-autofocus
    type="tel"
    inputMode="numeric"
    autoComplete="tel-national"
    maxLength={20}
    size="md"
    label={label}
    placeholder={accountText.phonePlaceholder}
    error={error}
  />
);
