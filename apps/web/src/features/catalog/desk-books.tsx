/** Books in any state for those who look after them. */
import { getDeskBook, listDeskBooks, type OutputOf, type ShelfState, shelfState } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable, StateBadge, TextField } from '@shufang/ui';
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import { ChoiceField } from '../../platform/records/choice-field.tsx';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import styles from './desk-books.module.css';

const text = deskText.books;
const day = chineseDates({ dateStyle: 'medium' });

const deskBooksQuery = (q: string, state: ShelfState | undefined) =>
  recordPagesQuery(['catalog', 'desk', q, state], (from, signal) =>
    call(listDeskBooks, { q, ...(state === undefined ? {} : { state }), ...from }, { signal }),
  );

export const deskBookQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'desk-book', bookId],
    queryFn: ({ signal }) => call(getDeskBook, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export type DeskBookRow = OutputOf<typeof listDeskBooks>['items'][number];

export const STATE_TONES = { draft: 'wait', published: 'good', offShelf: 'stop' } as const;

const columns: readonly RecordColumn<DeskBookRow>[] = [
  {
    name: text.title,
    kind: 'head',
    render: ({ bookId, title, authors }) => (
      <>
        <Link to={`/admin/books/${bookId}`} className={styles.link}>
          {title}
        </Link>
        <span className={styles.authors}>{authors}</span>
      </>
    ),
  },
  { name: text.isbn, kind: 'figure', render: ({ isbn }) => isbn },
  { name: deskText.state, render: ({ state }) => <StateBadge tone={STATE_TONES[state]}>{importText.shelf[state]}</StateBadge> },
  {
    name: text.price,
    kind: 'figure',
    render: ({ accessModel, priceFen }) =>
      accessModel === 'paid' ? `¥${(priceFen / 100).toFixed(2)}` : catalogText.accessModels[accessModel],
  },
  { name: text.updated, kind: 'figure', render: ({ updatedAt }) => day.format(updatedAt) },
  {
    name: deskText.actions,
    kind: 'actions',
    render: ({ bookId, title }) => (
      <Link to={`/admin/books/${bookId}`} className={buttonClass('quiet')} aria-label={text.editOf(title)}>
        {deskText.edit}
      </Link>
    ),
  },
];

export const DeskBooks = () => {
  const { valueOf, change } = useAddressFilters();
  const state = shelfState.safeParse(valueOf('state')).data;
  const q = valueOf('q').trim().slice(0, 100);
  const pages = useRecordPages(useInfiniteQuery(deskBooksQuery(q, state)), deskText.failed(text.what));
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.filters,
        fields: (
          <>
            <TextField label={text.search} type="search" maxLength={100} value={valueOf('q')} onChange={(value) => change('q', value)} />
            <ChoiceField
              name="state"
              label={deskText.state}
              choices={shelfState.options}
              labels={importText.shelf}
              value={state}
              change={change}
            />
          </>
        ),
      }}
      empty={{
        title: text.none,
        children: (
          <>
            <p>{text.noneHint}</p>
            <Link to="/admin/import" className={buttonClass('quiet')}>
              {text.toImport}
            </Link>
          </>
        ),
      }}
    >
      {(books) => <RecordTable caption={text.what} columns={columns} rows={books} keyOf={({ bookId }) => bookId} />}
    </RecordList>
  );
};
