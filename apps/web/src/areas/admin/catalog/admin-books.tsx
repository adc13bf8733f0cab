/** Admin list of books in any shelf state. */
import { getAdminBook, listAdminBooks, type OutputOf, type ShelfState, shelfState } from '@shufang/contract';
import { buttonClass, ItemCheckbox, type RecordColumn, RecordList, RecordTable, StateBadge, Text, TextField } from '@shufang/ui';
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { ChoiceField } from '../../../platform/records/choice-field.tsx';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import styles from './admin-books.module.css';
import { ShelfBatchBar } from './shelf-batch-bar.tsx';

const text = adminText.books;
const day = chineseDates({ dateStyle: 'medium' });

const adminBooksQuery = (q: string, state: ShelfState | undefined) =>
  recordPagesQuery(['catalog', 'admin', q, state], (from, signal) =>
    call(listAdminBooks, { q, ...(state === undefined ? {} : { state }), ...from }, { signal }),
  );

/** Query of the first books in any state whose title, authors or ISBN contain `q`, the last changed first. */
export const findAdminBooksQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['catalog', 'admin', 'found', q, limit],
    queryFn: ({ signal }) => call(listAdminBooks, { q, limit }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export const adminBookQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'admin-book', bookId],
    queryFn: ({ signal }) => call(getAdminBook, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export type AdminBookRow = OutputOf<typeof listAdminBooks>['items'][number];

export const STATE_TONES = { draft: 'wait', published: 'good', offShelf: 'stop' } as const;

interface Choice {
  readonly chosenIds: ReadonlySet<string>;
  readonly onToggle: (bookId: string) => void;
}

const columnsOf = (choice: Choice | undefined): readonly RecordColumn<AdminBookRow>[] => [
  {
    name: text.title,
    kind: 'head',
    render: (book) => (
      <div className={styles.named} data-choosing={choice !== undefined || undefined}>
        {choice === undefined ? null : (
          <ItemCheckbox
            className={styles.check}
            aria-label={text.batch.choose(book.title)}
            checked={choice.chosenIds.has(book.bookId)}
            onChange={() => choice.onToggle(book.bookId)}
          />
        )}
        <BookCover book={{ ...book, id: book.bookId }} />
        <div>
          <Link to={`/admin/books/${book.bookId}`} className={styles.link}>
            {book.title}
          </Link>
          <Text block size={13} tone="faint" weight={400}>
            {book.authors}
          </Text>
        </div>
      </div>
    ),
  },
  { name: text.isbn, kind: 'figure', render: ({ isbn }) => isbn },
  { name: recordsText.state, render: ({ state }) => <StateBadge tone={STATE_TONES[state]}>{catalogText.shelfStates[state]}</StateBadge> },
  {
    name: text.price,
    kind: 'figure',
    render: ({ accessModel, priceFen }) =>
      accessModel === 'paid' ? `¥${(priceFen / 100).toFixed(2)}` : catalogText.accessModels[accessModel],
  },
  { name: text.updated, kind: 'figure', render: ({ updatedAt }) => day.format(updatedAt) },
  {
    name: recordsText.actions,
    kind: 'actions',
    render: ({ bookId, title }) => (
      <Link to={`/admin/books/${bookId}`} className={buttonClass('quiet')} aria-label={text.editOf(title)}>
        {adminText.edit}
      </Link>
    ),
  },
];

export const AdminBooks = () => {
  const { valueOf, change } = useUrlFilters();
  const state = shelfState.safeParse(valueOf('state')).data;
  const q = valueOf('q').trim().slice(0, 100);
  const pages = useRecordPages(useInfiniteQuery(adminBooksQuery(q, state)), recordsText.failed(text.what));
  // Books that are not in the list any more, after a change of the filters, do not count as selected.
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>();
  const chosen = (pages.rows ?? []).filter(({ bookId }) => chosenIds?.has(bookId));
  const toggle = (bookId: string): void => {
    const next = new Set(chosenIds);
    if (!next.delete(bookId)) next.add(bookId);
    setChosenIds(next);
  };
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
              label={recordsText.state}
              choices={shelfState.options}
              labels={catalogText.shelfStates}
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
      {(books) => (
        <>
          <p className={styles.choose}>
            <button
              type="button"
              className={buttonClass('quiet')}
              aria-pressed={chosenIds !== undefined}
              onClick={() => setChosenIds(chosenIds === undefined ? new Set() : undefined)}
            >
              {chosenIds === undefined ? text.batch.begin : text.batch.end}
            </button>
          </p>
          <RecordTable
            caption={text.what}
            columns={columnsOf(chosenIds === undefined ? undefined : { chosenIds, onToggle: toggle })}
            rows={books}
            keyOf={({ bookId }) => bookId}
          />
          {chosenIds === undefined ? null : (
            <ShelfBatchBar
              chosen={chosen}
              onAll={() => setChosenIds(new Set(books.map(({ bookId }) => bookId)))}
              onDone={() => setChosenIds(undefined)}
            />
          )}
        </>
      )}
    </RecordList>
  );
};
