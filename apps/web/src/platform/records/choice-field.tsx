/** A select field that filters a list by one property. */
import { SelectField } from '@shufang/ui';
import { recordsText } from '../messages/zh-cn/records.ts';
import type { useUrlFilters } from './use-url-filters.ts';

interface ChoiceFieldProps<Choice extends string> {
  /** Name of the filter in the URL. */
  readonly name: string;
  readonly label: string;
  /** Values of the property that can be selected, in display order. */
  readonly choices: readonly Choice[];
  readonly labels: Readonly<Record<Choice, string>>;
  /** Selected value; undefined for no filter, which shows all records. */
  readonly value: Choice | undefined;
  /** Number of records with each value, if the list provides it. */
  readonly counts?: Readonly<Record<Choice, number>> | undefined;
  readonly change: ReturnType<typeof useUrlFilters>['change'];
}

export const ChoiceField = <Choice extends string>({ name, label, choices, labels, value, counts, change }: ChoiceFieldProps<Choice>) => (
  <SelectField
    label={label}
    options={[
      { value: '', label: recordsText.all },
      ...choices.map((choice) => ({ value: choice, label: recordsText.counted(labels[choice], counts?.[choice]) })),
    ]}
    value={value ?? ''}
    onChange={(next) => change(name, next)}
  />
);
