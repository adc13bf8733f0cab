/** The choice of a list by how its records stand, each state with how many there are. */
import { SelectField } from '@shufang/ui';
import { deskText } from '../messages/zh-cn/desk.ts';
import type { useAddressFilters } from './use-address-filters.ts';

interface StateFieldProps<State extends string> {
  /** In the order they are offered; `first` is what the list begins with, and leaves the address clean. */
  readonly states: readonly State[];
  readonly first: State;
  readonly value: State;
  readonly labels: Readonly<Record<State, string>>;
  /** Undefined until they are known. */
  readonly counts: Readonly<Record<State, number>> | undefined;
  /** What the filter is called in the address. */
  readonly name: string;
  readonly change: ReturnType<typeof useAddressFilters>['change'];
}

export const StateField = <State extends string>({ states, first, value, labels, counts, name, change }: StateFieldProps<State>) => (
  <SelectField
    label={deskText.state}
    options={states.map((state) => ({ value: state, label: deskText.counted(labels[state], counts?.[state]) }))}
    value={value}
    onChange={(next) => change(name, next === first ? '' : next)}
  />
);
