/** Plain labelled fields: the label above, a hint or what is wrong below, both said by screen readers. */
import { type ReactNode, type Ref, useId } from 'react';
import styles from './fields.module.css';
import { SearchInput } from './search-input.tsx';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly fault?: string | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby'?: string;
  readonly className: string;
}

const Field = ({ label, hint, fault, render }: FieldProps & { render: (control: ControlProps) => ReactNode }) => {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {render({
        id,
        'aria-invalid': fault !== undefined,
        ...(note === undefined ? {} : { 'aria-describedby': `${id}-note` }),
        className: styles.control ?? '',
      })}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={fault === undefined ? styles.hint : styles.fault}>
          {note}
        </p>
      )}
    </div>
  );
};

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  readonly type?: 'text' | 'search' | 'date' | 'datetime-local' | 'tel' | 'email';
  readonly autoComplete?: 'off' | 'email' | 'one-time-code';
  readonly inputMode?: 'decimal' | 'numeric' | 'tel';
  readonly placeholder?: string;
  /** Of the field itself; not for `search`. */
  readonly ref?: Ref<HTMLInputElement>;
}

export const TextField = ({ label, hint, fault, value, onChange, type = 'text', autoComplete = 'off', ref, ...more }: TextFieldProps) => (
  <Field
    label={label}
    hint={hint}
    fault={fault}
    render={(control) =>
      type === 'search' ? (
        <SearchInput {...control} {...more} value={value} onChange={onChange} />
      ) : (
        <input
          {...control}
          {...more}
          ref={ref}
          type={type}
          autoComplete={autoComplete}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    }
  />
);

interface TextAreaFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
}

export const TextAreaField = ({ label, hint, fault, value, onChange, rows = 4, ...more }: TextAreaFieldProps) => (
  <Field
    label={label}
    hint={hint}
    fault={fault}
    render={(control) => <textarea {...control} {...more} rows={rows} value={value} onChange={(event) => onChange(event.target.value)} />}
  />
);

interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export const SelectField = ({ label, hint, fault, value, options, onChange }: SelectFieldProps) => (
  <Field
    label={label}
    hint={hint}
    fault={fault}
    render={(control) => (
      <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  />
);
