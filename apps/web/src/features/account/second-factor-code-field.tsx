/** A field for a code of the authenticator app, or for a recovery code. */
import { TextField } from '@shufang/ui';
import type { RegisteredField } from '../../platform/forms/use-form.ts';
import { secondFactorText } from '../../platform/messages/zh-cn/second-factor.ts';
import styles from './sign-in.module.css';

interface SecondFactorCodeFieldProps {
  readonly field: RegisteredField;
  readonly error: string | undefined;
  /** Whether the field is for a recovery code instead of a code of the authenticator app. */
  readonly recovery?: boolean;
}

export const SecondFactorCodeField = ({ field, error, recovery = false }: SecondFactorCodeFieldProps) => (
  <TextField
    variant="prominent"
    className={styles.field}
    label={recovery ? secondFactorText.recoveryCode : secondFactorText.code}
    placeholder={recovery ? secondFactorText.recoveryPlaceholder : secondFactorText.codePlaceholder}
    inputMode={recovery ? 'text' : 'numeric'}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={32}
    error={error}
    {...field}
  />
);
