/**
 * A number field with buttons that change it by a step. Arrow keys, Page Up and Page Down do the same; full-width digits of an input method
 * are accepted.
 */
import { NumberField as AriaNumberField, Button, FieldError, Group, Input, Label, Text } from 'react-aria-components';
import styles from './field.module.css';
import { Localized } from './localized.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Value of the field; `undefined` when it is empty. */
  readonly value: number | undefined;
  /** Called with the new value when the field loses the focus, on Enter, and on each step. */
  readonly onChange: (value: number | undefined) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

export const NumberField = ({ label, hint, error, value, onChange, min, max, step = 1 }: NumberFieldProps) => (
  <Localized>
    <AriaNumberField
      className={styles.field ?? ''}
      value={value ?? Number.NaN}
      onChange={(number) => onChange(Number.isNaN(number) ? undefined : number)}
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
      step={step}
      isInvalid={error !== undefined}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <Group className={styles.control ?? ''}>
        <Input className={styles.input ?? ''} />
        <Button slot="decrement" className={styles.step ?? ''}>
          −
        </Button>
        <Button slot="increment" className={styles.step ?? ''}>
          +
        </Button>
      </Group>
      {hint === undefined || error !== undefined ? null : (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaNumberField>
  </Localized>
);
