/** A date field whose parts are typed or changed with the arrow keys. The value is an ISO 8601 date (`2026-03-01`), or empty. */
import { parseDate } from '@internationalized/date';
import { DateField as AriaDateField, DateInput, DateSegment, FieldError, Label, Text } from 'react-aria-components';
import styles from './field.module.css';
import { Localized } from './localized.tsx';

interface DateFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const DateField = ({ label, hint, error, value, onChange }: DateFieldProps) => (
  <Localized>
    <AriaDateField
      className={styles.field ?? ''}
      value={value === '' ? null : parseDate(value)}
      onChange={(date) => onChange(date?.toString() ?? '')}
      isInvalid={error !== undefined}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <DateInput className={styles.control ?? ''}>
        {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
      </DateInput>
      {hint === undefined || error !== undefined ? null : (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaDateField>
  </Localized>
);
