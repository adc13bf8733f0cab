/** A checkbox with its label. */
import { type ComponentProps, useId } from 'react';
import styles from './checkbox.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & { readonly label: string };

export const Checkbox = ({ label, ...input }: CheckboxProps) => {
  const id = useId();
  return (
    <div className={styles.checkbox}>
      <div className={styles.box}>
        <input {...input} id={id} type="checkbox" className={styles.input} />
        <svg className={styles.check} viewBox="0 0 10 7" aria-hidden="true">
          <path
            d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
            fill="currentColor"
            fillRule="evenodd"
          />
        </svg>
      </div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
    </div>
  );
};
