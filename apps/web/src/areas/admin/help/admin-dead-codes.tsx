/** Admin list of dead short codes reported by readers. */
import { listDeadCodes, type OutputOf } from '@shufang/contract';
import { type RecordColumn, RecordList, RecordTable } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import styles from './admin-votes.module.css';

const text = adminCatalogText.links;
const day = chineseDates({ dateStyle: 'medium' });

type DeadCode = OutputOf<typeof listDeadCodes>['items'][number];

const columns: readonly RecordColumn<DeadCode>[] = [
  { name: text.code, kind: 'head', render: ({ code }) => <span className={styles.code}>{code}</span> },
  { name: text.reportedTimes, kind: 'figure', render: ({ reports }) => text.times(reports) },
  { name: text.lastNote, render: ({ lastNote }) => (lastNote === '' ? text.noNote : lastNote) },
  { name: text.firstAt, kind: 'figure', render: ({ firstAt }) => day.format(firstAt) },
  { name: text.lastAt, kind: 'figure', render: ({ lastAt }) => day.format(lastAt) },
  {
    name: recordsText.actions,
    kind: 'actions',
    render: ({ code }) => (
      <Link to={`/admin/links?q=${code}`} aria-label={text.lookOf(code)}>
        {text.look}
      </Link>
    ),
  },
];

export const AdminDeadCodes = () => {
  const query = useQuery({
    queryKey: ['help', 'dead-codes'],
    queryFn: ({ signal }) => call(listDeadCodes, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
  return (
    <RecordList
      pages={useRecordPages(query, recordsText.failed(text.reports))}
      empty={{ title: text.noReports, children: <p>{text.noReportsHint}</p> }}
    >
      {(codes) => <RecordTable caption={text.reports} columns={columns} rows={codes} keyOf={({ code }) => code} />}
    </RecordList>
  );
};
