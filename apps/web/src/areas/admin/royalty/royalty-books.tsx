/** The books of the access scope with their royalty rates of today. */
import type { listRoyaltyBooks, OutputOf } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable, TextField } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { royaltyBooksQuery } from '../../../features/royalty/queries.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';

const text = royaltyText.books;

type Listed = OutputOf<typeof listRoyaltyBooks>['items'][number];

const columns: readonly RecordColumn<Listed>[] = [
  { name: text.columns.title, kind: 'head', render: ({ title }) => title },
  { name: text.columns.payees, render: ({ payees, contributors }) => text.payees(payees, contributors) },
  { name: text.columns.rate, kind: 'figure', render: ({ rateBp }) => royaltyText.percent(rateBp) },
  {
    name: text.columns.settled,
    render: ({ settledPeriod }) => (settledPeriod === undefined ? text.notSettled : royaltyText.month(settledPeriod)),
  },
  {
    name: recordsText.actions,
    kind: 'actions',
    render: ({ bookId, title }) => (
      <Link to={`/admin/royalty-books/${bookId}`} className={buttonClass('quiet')} aria-label={text.open(title)}>
        {text.edit}
      </Link>
    ),
  },
];

export const RoyaltyBooks = () => {
  const { valueOf, change } = useUrlFilters();
  const q = valueOf('q').trim().slice(0, 60);
  const pages = useRecordPages(useInfiniteQuery(royaltyBooksQuery(q)), recordsText.failed(text.list));
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.filters,
        fields: (
          <TextField label={text.search} type="search" maxLength={60} value={valueOf('q')} onChange={(value) => change('q', value)} />
        ),
      }}
      empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
    >
      {(books) => <RecordTable caption={text.list} columns={columns} rows={books} keyOf={({ bookId }) => bookId} />}
    </RecordList>
  );
};
