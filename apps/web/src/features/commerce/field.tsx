/** A labelled field with its hint and its fault. */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './commerce.module.css';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  /** Beside the field. */
  readonly children?: ReactNode;
}

export const Field = ({ label, value, onValue, hint, fault, children, ...more }: FieldProps) => {
  const id = useId();
  const described = [hint === undefined ? [] : [`${id}-hint`], fault === undefined ? [] : [`${id}-fault`]].flat().join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.fieldRow}>
        <input
          {...more}
          id={id}
          className={styles.input}
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby={described === '' ? undefined : described}
          onChange={(event) => onValue(event.target.value)}
        />
        {children}
      </div>
      {fault === undefined ? null : (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles.faint}>
          {hint}
        </p>
      )}
    </div>
  );
};
