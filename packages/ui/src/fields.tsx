/** Labeled form fields: label above the input, hint and error below it, all associated with the input for screen readers. */
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import styles from './fields.module.css';
import { SearchInput } from './search-input.tsx';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Text of the validation error; absent if the value is valid. */
  readonly error?: string | undefined;
  /**
   * Look of the field. `standard`: the error replaces the hint. `soft`: with a less prominent label; `prominent`: the larger field of a
   * page that consists of one form. With `soft` and `prominent` the hint stays, and the error is announced as it appears.
   */
  readonly variant?: 'standard' | 'soft' | 'prominent';
  /** CSS class of the element around label, input, hint and error. */
  readonly className?: string | undefined;
}

export interface ValueProps<Element> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string | undefined;
  readonly ref?: Ref<Element> | undefined;
}

export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby'?: string;
  readonly className: string;
}

const rootClasses = { standard: styles.field, soft: `${styles.field} ${styles.soft}`, prominent: styles.prominent };

export const Field = ({
  label,
  hint,
  error,
  variant = 'standard',
  className,
  render,
}: FieldProps & { render: (control: ControlProps) => ReactNode }) => {
  const id = useId();
  const shownHint = variant !== 'standard' || error === undefined ? hint : undefined;
  const notes = [...(error === undefined ? [] : [`${id}-error`]), ...(shownHint === undefined ? [] : [`${id}-hint`])].join(' ');
  const hintLine =
    shownHint === undefined ? null : (
      <p id={`${id}-hint`} className={styles.hint}>
        {shownHint}
      </p>
    );
  return (
    <div className={[rootClasses[variant], className].filter((name) => name !== undefined).join(' ')}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {render({
        id,
        'aria-invalid': error !== undefined,
        ...(notes === '' ? {} : { 'aria-describedby': notes }),
        className: styles.control ?? '',
      })}
      {variant === 'soft' ? null : hintLine}
      {error === undefined ? null : (
        <p id={`${id}-error`} className={styles.error} role={variant === 'standard' ? undefined : 'alert'}>
          {error}
        </p>
      )}
      {variant === 'soft' ? hintLine : null}
    </div>
  );
};

/** Attributes of the input element that the caller may set; the field itself sets all others. */
type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'value' | 'defaultValue' | 'onChange' | 'name' | 'ref' | 'type'>;

type TextFieldProps = FieldProps &
  ValueProps<HTMLInputElement> &
  InputProps & {
    readonly type?: 'text' | 'search' | 'date' | 'datetime-local' | 'tel' | 'email';
    readonly 'data-autofocus'?: boolean;
    /** A button at the end of the line with the input. */
    readonly action?: ReactNode;
  };

export const TextField = ({
  label,
  hint,
  error,
  variant,
  className,
  onChange,
  type = 'text',
  autoComplete = 'off',
  action,
  ...more
}: TextFieldProps) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    {...(variant && { variant })}
    className={className}
    render={(control) => {
      if (type === 'search') return <SearchInput {...control} {...more} className={undefined} onChange={onChange} />;
      const input = (
        <input {...control} {...more} type={type} autoComplete={autoComplete} onChange={({ target }) => onChange(target.value)} />
      );
      if (action === undefined) return input;
      return (
        <div className={styles.line}>
          {input}
          {action}
        </div>
      );
    }}
  />
);

/** Text that the user can change, or only select and copy. */
type TextAreaValue = ValueProps<HTMLTextAreaElement> | { readonly value: string; readonly readOnly: true; readonly onChange?: undefined };

type TextAreaFieldProps = FieldProps & TextAreaValue & Pick<ComponentProps<'textarea'>, 'rows' | 'maxLength' | 'placeholder' | 'onFocus'>;

export const TextAreaField = ({ label, hint, error, variant, className, onChange, rows = 4, ...more }: TextAreaFieldProps) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    {...(variant && { variant })}
    className={className}
    render={(control) => <textarea {...control} {...more} rows={rows} onChange={({ target }) => onChange?.(target.value)} />}
  />
);

type SelectFieldProps = FieldProps &
  ValueProps<HTMLSelectElement> & { readonly options: readonly { readonly value: string; readonly label: string }[] };

export const SelectField = ({ label, hint, error, variant, className, onChange, options, ...more }: SelectFieldProps) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    {...(variant && { variant })}
    className={className}
    render={(control) => {
      const select = (
        <select {...control} {...more} onChange={({ target }) => onChange(target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
      return variant === 'prominent' ? (
        <div className={styles.select}>
          {select}
          <svg className={styles.chevron} viewBox="0 0 15 15" fill="currentColor" fillRule="evenodd" aria-hidden="true">
            <path d="M4.93179 5.43179C4.75605 5.60753 4.75605 5.89245 4.93179 6.06819C5.10753 6.24392 5.39245 6.24392 5.56819 6.06819L7.49999 4.13638L9.43179 6.06819C9.60753 6.24392 9.89245 6.24392 10.0682 6.06819C10.2439 5.89245 10.2439 5.60753 10.0682 5.43179L7.81819 3.18179C7.73379 3.0974 7.61933 3.04999 7.49999 3.04999C7.38064 3.04999 7.26618 3.0974 7.18179 3.18179L4.93179 5.43179ZM10.0682 9.56819C10.2439 9.39245 10.2439 9.10753 10.0682 8.93179C9.89245 8.75606 9.60753 8.75606 9.43179 8.93179L7.49999 10.8636L5.56819 8.93179C5.39245 8.75606 5.10753 8.75606 4.93179 8.93179C4.75605 9.10753 4.75605 9.39245 4.93179 9.56819L7.18179 11.8182C7.35753 11.9939 7.64245 11.9939 7.81819 11.8182L10.0682 9.56819Z" />
          </svg>
        </div>
      ) : (
        select
      );
    }}
  />
);
