/** A field for a code of the authenticator app, or for a recovery code. */
import { TextField } from '@shufang/ui';
import type { Ref } from 'react';
import { secondFactorText } from '../../platform/messages/zh-cn/second-factor.ts';
import styles from './sign-in.module.css';

interface SecondFactorCodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  /** Whether the field is for a recovery code instead of a code of the authenticator app. */
  readonly recovery?: boolean;
}

export const SecondFactorCodeField = ({ ref, value, onChange, error, recovery = false }: SecondFactorCodeFieldProps) => (
  <TextField
    ref={ref}
    variant="prominent"
    className={styles.field}
    value={value}
    onChange={onChange}
    label={recovery ? secondFactorText.recoveryCode : secondFactorText.code}
    placeholder={recovery ? secondFactorText.recoveryPlaceholder : secondFactorText.codePlaceholder}
    inputMode={recovery ? 'text' : 'numeric'}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={32}
    error={error}
  />
);
