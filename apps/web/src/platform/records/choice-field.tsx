/** The choice of a list by one thing its records say, or by nothing. */
import { SelectField } from '@shufang/ui';
import { deskText } from '../messages/zh-cn/desk.ts';
import type { useAddressFilters } from './use-address-filters.ts';

interface ChoiceFieldProps<Choice extends string> {
  /** What the filter is called in the address. */
  readonly name: string;
  readonly label: string;
  /** In the order they are offered. */
  readonly choices: readonly Choice[];
  readonly labels: Readonly<Record<Choice, string>>;
  /** All, when undefined. */
  readonly value: Choice | undefined;
  /** How many records say so, where the list tells. */
  readonly counts?: Readonly<Record<Choice, number>> | undefined;
  readonly change: ReturnType<typeof useAddressFilters>['change'];
}

export const ChoiceField = <Choice extends string>({ name, label, choices, labels, value, counts, change }: ChoiceFieldProps<Choice>) => (
  <SelectField
    label={label}
    options={[
      { value: '', label: deskText.all },
      ...choices.map((choice) => ({ value: choice, label: deskText.counted(labels[choice], counts?.[choice]) })),
    ]}
    value={value ?? ''}
    onChange={(next) => change(name, next)}
  />
);
