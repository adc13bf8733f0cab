/** A list of records in the admin area, filtered by state, with the count of each state. */
import { RecordList } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { recordsText } from '../messages/zh-cn/records.ts';
import type { recordPagesQuery } from './record-pages-query.ts';
import { StateField } from './state-field.tsx';
import { useRecordPages } from './use-record-pages.ts';
import { useUrlFilters } from './use-url-filters.ts';

interface CountedPage<State extends string> {
  readonly items: readonly unknown[];
  readonly counts: Readonly<Record<State, number>>;
  readonly next?: string | undefined;
  readonly nextCursor?: string | undefined;
}

interface StateListProps<State extends string, Page extends CountedPage<State>> {
  /** Name of the state filter in the URL. */
  readonly name: string;
  /** States by which the list can be filtered, in display order. */
  readonly states: readonly State[];
  /** State that is shown while the URL has no state filter. */
  readonly first: State;
  readonly labels: Readonly<Record<State, string>>;
  readonly queryOf: (state: State) => ReturnType<typeof recordPagesQuery<Page>>;
  /** Name of the kind of records, used in the error message. */
  readonly what: string;
  readonly filtersLabel: string;
  /** Further filters of the list, in addition to the state. */
  readonly moreFilters?: ReactNode;
  readonly empty: { readonly title: string; readonly hint: string };
  /** Renders the records; it is called with at least one. */
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
  const { valueOf, change } = useUrlFilters();
  const state = states.find((one) => one === valueOf(name)) ?? first;
  const query = useInfiniteQuery(queryOf(state));
  const pages = useRecordPages(query, recordsText.failed(what));
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
