/** Form controls in our look without a label of their own. The caller names them: by `aria-label`, or by a label for their `id`. */
import type { ComponentProps } from 'react';
import styles from './fields.module.css';

type Tag = 'input' | 'select' | 'textarea';

/** Attributes of a control. `onChange`: called with the new value. */
type ControlProps<Name extends Tag, Value = string> = Omit<ComponentProps<Name>, 'type' | 'value' | 'defaultValue' | 'onChange'> & {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly 'data-autofocus'?: boolean;
};

const classes = (...names: (string | undefined)[]): string => names.filter((name) => name !== undefined).join(' ');

/** A text or date input. */
export const Input = ({
  className,
  onChange,
  type = 'text',
  ...more
}: ControlProps<'input'> & { type?: 'text' | 'date' | 'datetime-local' }) => (
  <input
    autoComplete="off"
    {...more}
    type={type}
    className={classes(styles.control, className)}
    onChange={({ target }) => onChange(target.value)}
  />
);

/** A text input of several lines. */
export const TextArea = ({ className, onChange, ...more }: ControlProps<'textarea'>) => (
  <textarea {...more} className={classes(styles.control, className)} onChange={({ target }) => onChange(target.value)} />
);

/** A choice of one option from a list. Its children are `option` elements. */
export const Select = ({ className, onChange, ...more }: ControlProps<'select'>) => (
  <select {...more} className={classes(styles.control, styles.compact, className)} onChange={({ target }) => onChange(target.value)} />
);

/** A choice of a number from a range. */
export const Slider = ({ onChange, ...more }: ControlProps<'input', number>) => (
  <input {...more} type="range" onChange={({ target }) => onChange(Number(target.value))} />
);
