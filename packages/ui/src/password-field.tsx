/** A password field with a button that shows the password. */
import { type Ref, useState } from 'react';
import { Field } from './fields.tsx';
import styles from './password-field.module.css';

interface PasswordFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
  readonly name?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly placeholder?: string;
  /** Accessible name of the button that shows the password. */
  readonly showLabel: string;
}

export const PasswordField = ({ label, hint, error, className, showLabel, onChange, ...more }: PasswordFieldProps) => {
  const [isVisible, setVisible] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      variant="prominent"
      className={className}
      render={({ className: control, ...aria }) => (
        <div className={`${control} ${styles.box}`} data-invalid={aria['aria-invalid']}>
          <input
            {...aria}
            {...more}
            type={isVisible ? 'text' : 'password'}
            className={styles.input}
            onChange={({ target }) => onChange(target.value)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={showLabel}
            aria-pressed={isVisible}
            // Prevents the button from taking the focus when it is pressed with a pointer.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setVisible(!isVisible)}
          >
            <svg
              viewBox="0 0 256 256"
              fill="none"
              stroke="currentColor"
              strokeLinecap="round"
              strokeLinejoin="round"
              strokeWidth="16"
              aria-hidden
            >
              {isVisible ? (
                <>
                  <path d="M48 40l160 176M154.91 157.6a40 40 0 01-53.82-59.2M135.53 88.71a40 40 0 0132.3 35.53" />
                  <path d="M208.61 169.1C230.41 149.58 240 128 240 128s-32-72-112-72a126 126 0 00-20.68 1.68M74 68.6C33.23 89.24 16 128 16 128s32 72 112 72a118.05 118.05 0 0054-12.6" />
                </>
              ) : (
                <>
                  <path d="M128 56c-80 0-112 72-112 72s32 72 112 72 112-72 112-72-32-72-112-72z" />
                  <circle cx="128" cy="128" r="40" />
                </>
              )}
            </svg>
          </button>
        </div>
      )}
    />
  );
};
