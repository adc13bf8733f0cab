/** Records of the desk by how they stand: the choice of a state with how many there are, and those that stand so. */
import { RecordList } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { deskText } from '../messages/zh-cn/desk.ts';
import type { recordPagesQuery } from './record-pages-query.ts';
import { StateField } from './state-field.tsx';
import { useAddressFilters } from './use-address-filters.ts';
import { useRecordPages } from './use-record-pages.ts';

interface CountedPage<State extends string> {
  readonly items: readonly unknown[];
  readonly counts: Readonly<Record<State, number>>;
  readonly next?: string | undefined;
  readonly nextCursor?: string | undefined;
}

interface StateListProps<State extends string, Page extends CountedPage<State>> {
  /** What the state is called in the address. */
  readonly name: string;
  /** In the order they are offered. */
  readonly states: readonly State[];
  /** What the list begins with. */
  readonly first: State;
  readonly labels: Readonly<Record<State, string>>;
  readonly queryOf: (state: State) => ReturnType<typeof recordPagesQuery<Page>>;
  /** What the list is of, for what is said when it did not come. */
  readonly what: string;
  readonly filtersLabel: string;
  /** Choices beside that of the state. */
  readonly moreFilters?: ReactNode;
  readonly empty: { readonly title: string; readonly hint: string };
  /** Draws the records; at least one. */
  readonly children: (rows: readonly Page['items'][number][]) => ReactNode;
}

export const StateList = <State extends string, Page extends CountedPage<State>>({
  name,
  states,
  first,
  labels,
  queryOf,
  what,
  filtersLabel,
  moreFilters,
  empty,
  children,
}: StateListProps<State, Page>) => {
  const { valueOf, change } = useAddressFilters();
  const state = states.find((one) => one === valueOf(name)) ?? first;
  const query = useInfiniteQuery(queryOf(state));
  const pages = useRecordPages(query, deskText.failed(what));
  const counts = query.data?.pages[0]?.counts;
  return (
    <RecordList
      pages={pages}
      filters={{
        label: filtersLabel,
        fields: (
          <>
            <StateField name={name} states={states} first={first} value={state} labels={labels} counts={counts} change={change} />
            {moreFilters}
          </>
        ),
      }}
      empty={{ title: empty.title, children: <p>{empty.hint}</p> }}
    >
      {children}
    </RecordList>
  );
};
