/** Admin list of failed searches reported by readers: queries by number of reports. */
import {
  listSearchReports,
  type SearchReportGroup,
  type SearchReportState,
  searchReportState,
  settleSearchReports,
} from '@shufang/contract';
import { type RecordColumn, RecordTable, Stack, Text, TextButton } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { searchReportsText as text } from '../../../platform/messages/zh-cn/search-reports.ts';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';
import { StateList } from '../../../platform/records/state-list.tsx';
import styles from './admin-search-reports.module.css';

const day = chineseDates({ dateStyle: 'medium' });
const KEY = ['catalog', 'search-reports'];

const searchReportsQuery = (state: SearchReportState) =>
  recordPagesQuery([...KEY, state], (from, signal) => call(listSearchReports, { state, ...from }, { signal }));

const Settle = ({ group: { key, query: phrase, lastAt } }: { group: SearchReportGroup }) => {
  const queryClient = useQueryClient();
  const settling = useMutation({
    mutationFn: () => call(settleSearchReports, { key, lastAt }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <TextButton
      type="button"
      whiteSpace="nowrap"
      className={styles.textButton}
      aria-label={text.settleOf(phrase)}
      aria-disabled={settling.isPending}
      onClick={() => {
        if (!settling.isPending) settling.mutate();
      }}
    >
      {text.settle}
    </TextButton>
  );
};

const resultOf = ({ users: reporters, nothing }: SearchReportGroup): string =>
  [...(nothing > 0 ? [text.nothingFound(nothing)] : []), ...(reporters > nothing ? [text.wrongFound(reporters - nothing)] : [])].join('，');

const columns: readonly RecordColumn<SearchReportGroup>[] = [
  {
    name: text.phrase,
    kind: 'head',
    render: ({ query: phrase }) => (
      <Link to={`/course/search?${new URLSearchParams({ q: phrase })}`} aria-label={text.lookOf(phrase)}>
        {phrase}
      </Link>
    ),
  },
  { name: text.reporters, kind: 'figure', render: (group) => text.reportersOf(group.users) },
  { name: text.result, render: resultOf },
  {
    name: text.notes,
    render: ({ notes }) =>
      notes.length === 0 ? (
        text.noNotes
      ) : (
        <Stack as="ul" gap={4}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Stack>
      ),
  },
  { name: text.lastAt, kind: 'figure', render: ({ lastAt }) => day.format(lastAt) },
];
const columnsOf = (state: SearchReportState): readonly RecordColumn<SearchReportGroup>[] => [
  ...columns,
  state === 'open'
    ? { name: recordsText.actions, kind: 'actions', render: (group) => <Settle group={group} /> }
    : { name: text.doneAt, kind: 'figure', render: ({ doneAt }) => (doneAt === undefined ? '' : day.format(doneAt)) },
];

export const AdminSearchReports = () => (
  <>
    <Text as="p" size={14} tone="soft" marginBottom={20}>
      {text.adminLead}
    </Text>
    <StateList
      name="state"
      states={searchReportState.options}
      first="open"
      labels={text.adminStates}
      queryOf={searchReportsQuery}
      what={text.adminTitle}
      filtersLabel={text.filters}
      empty={{ title: text.nothing, hint: text.nothingHint }}
    >
      {(groups) => (
        <RecordTable
          caption={text.adminTitle}
          columns={columnsOf(groups[0]?.doneAt === undefined ? 'open' : 'done')}
          rows={groups}
          keyOf={({ key }) => key}
        />
      )}
    </StateList>
  </>
);
