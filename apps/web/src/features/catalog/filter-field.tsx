/** A menu of the row of filters above a list of books. */
import { Select } from '@shufang/ui';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import type { Choice } from './filter-choices.ts';
import styles from './filter-field.module.css';

interface FilterFieldProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

/** The first option, with the name of the filter, removes the filter, unless `choices` contains an option for that. */
export const FilterField = ({ label, choices, chosen, onChoose }: FilterFieldProps) => (
  <Select
    className={styles.select}
    aria-label={label}
    data-chosen={chosen === undefined ? undefined : true}
    value={chosen ?? ''}
    onChange={(value) => onChoose(value || undefined)}
  >
    {choices.some(({ value }) => value === undefined) ? null : <option value="">{catalogText.allOf(label)}</option>}
    {choices.map(({ value, name, count }) => (
      // Language names come from the JavaScript engine, so those of the browser may differ from those rendered on the server.
      <option key={value ?? ''} value={value ?? ''} suppressHydrationWarning>
        {count === undefined ? name : catalogText.choiceWithCount(name, count)}
      </option>
    ))}
  </Select>
);
