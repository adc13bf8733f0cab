import { TextInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import styles from './sign-in.module.css';

export const PhoneField = ({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) => (
  <TextInput
    className={styles.field ?? ''}
    {...field}
    data-autofocus
    type="tel"
    inputMode="numeric"
    autoComplete="tel-national"
    maxLength={11}
    size="md"
    label={accountText.phone}
    placeholder={accountText.phonePlaceholder}
    error={error}
  />
);
