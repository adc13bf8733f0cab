/** A select field for one filter of a list; its first option removes the filter. */
import { Select } from '@shufang/ui';
import styles from './my-notes-screen.module.css';

interface FilterSelectProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChange: (value: string | undefined) => void;
}

export const FilterSelect = ({ label, all, value, options, onChange }: FilterSelectProps) => (
  <Select
    className={styles.select}
    aria-label={label}
    value={value ?? ''}
    onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
  >
    <option value="">{all}</option>
    {options.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </Select>
);
