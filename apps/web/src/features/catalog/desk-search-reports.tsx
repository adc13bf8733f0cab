/** What readers did not find by searching, for editors: words by how many told of them. */
import {
  listSearchReports,
  type SearchReportGroup,
  type SearchReportState,
  searchReportState,
  settleSearchReports,
} from '@shufang/contract';
import { type RecordColumn, RecordTable } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { searchReportsText as text } from '../../platform/messages/zh-cn/search-reports.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';
import { StateList } from '../../platform/records/state-list.tsx';
import styles from './desk-search-reports.module.css';

const day = chineseDates({ dateStyle: 'medium' });
const KEY = ['catalog', 'search-reports'];

const searchReportsQuery = (state: SearchReportState) =>
  recordPagesQuery([...KEY, state], (from, signal) => call(listSearchReports, { state, ...from }, { signal }));

const Settle = ({ group: { key, words, lastAt } }: { group: SearchReportGroup }) => {
  const queryClient = useQueryClient();
  const settling = useMutation({
    mutationFn: () => call(settleSearchReports, { key, lastAt }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <button
      type="button"
      className={styles.textButton}
      aria-label={text.settleOf(words)}
      aria-disabled={settling.isPending}
      onClick={() => {
        if (!settling.isPending) settling.mutate();
      }}
    >
      {text.settle}
    </button>
  );
};

const resultOf = ({ people, nothing }: SearchReportGroup): string =>
  [...(nothing > 0 ? [text.nothingFound(nothing)] : []), ...(people > nothing ? [text.wrongFound(people - nothing)] : [])].join('，');

const columns: readonly RecordColumn<SearchReportGroup>[] = [
  {
    name: text.words,
    kind: 'head',
    render: ({ words }) => (
      <Link to={`/course/search?${new URLSearchParams({ q: words })}`} aria-label={text.lookOf(words)}>
        {words}
      </Link>
    ),
  },
  { name: text.people, kind: 'figure', render: ({ people }) => text.peopleOf(people) },
  { name: text.result, render: resultOf },
  {
    name: text.notes,
    render: ({ notes }) =>
      notes.length === 0 ? (
        text.noNotes
      ) : (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ),
  },
  { name: text.lastAt, kind: 'figure', render: ({ lastAt }) => day.format(lastAt) },
];
const columnsOf = (state: SearchReportState): readonly RecordColumn<SearchReportGroup>[] => [
  ...columns,
  state === 'open'
    ? { name: deskText.actions, kind: 'actions', render: (group) => <Settle group={group} /> }
    : { name: text.doneAt, kind: 'figure', render: ({ doneAt }) => (doneAt === undefined ? '' : day.format(doneAt)) },
];

export const DeskSearchReports = () => (
  <>
    <p className={styles.lead}>{text.deskLead}</p>
    <StateList
      name="state"
      states={searchReportState.options}
      first="open"
      labels={text.deskStates}
      queryOf={searchReportsQuery}
      what={text.deskTitle}
      filtersLabel={text.filters}
      empty={{ title: text.nothing, hint: text.nothingHint }}
    >
      {(groups) => (
        <RecordTable
          caption={text.deskTitle}
          columns={columnsOf(groups[0]?.doneAt === undefined ? 'open' : 'done')}
          rows={groups}
          keyOf={({ key }) => key}
        />
      )}
    </StateList>
  </>
);
