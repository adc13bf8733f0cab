/** A select field that filters a list by state, with the count of each state. */
import { SelectField } from '@shufang/ui';
import { recordsText } from '../messages/zh-cn/records.ts';
import type { useUrlFilters } from './use-url-filters.ts';

interface StateFieldProps<State extends string> {
  /** States in display order. `first` is the state that is selected while the URL has no filter. */
  readonly states: readonly State[];
  readonly first: State;
  readonly value: State;
  readonly labels: Readonly<Record<State, string>>;
  /** Number of records in each state; undefined until it is loaded. */
  readonly counts: Readonly<Record<State, number>> | undefined;
  /** Name of the filter in the URL. */
  readonly name: string;
  readonly change: ReturnType<typeof useUrlFilters>['change'];
}

export const StateField = <State extends string>({ states, first, value, labels, counts, name, change }: StateFieldProps<State>) => (
  <SelectField
    label={recordsText.state}
    options={states.map((state) => ({ value: state, label: recordsText.counted(labels[state], counts?.[state]) }))}
    value={value}
    onChange={(next) => change(name, next === first ? '' : next)}
  />
);
