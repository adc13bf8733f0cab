/** Search field that finds books in any shelf state, and lets the operator select one or several. */
import { listAdminBooks } from '@shufang/contract';
import { Row, Stack, StateBadge, Text, TextButton } from '@shufang/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { FindRow } from '../../../platform/records/find-row.tsx';
import styles from './admin-book-finder.module.css';
import { type AdminBookRow, STATE_TONES } from './admin-books.tsx';

const text = adminCatalogText.finder;
const SHOWN = 8;

interface AdminBookFinderProps {
  /** Ids of the selected books. */
  readonly selectedIds: readonly string[];
  /** Which label the button of a book has: `add` adds the book to those selected before, `choose` selects it as the only one. */
  readonly actionLabel: 'add' | 'choose';
  readonly onSelect: (book: AdminBookRow) => void;
}

export const AdminBookFinder = ({ selectedIds, actionLabel, onSelect }: AdminBookFinderProps) => {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState<string>();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['catalog', 'admin-finder', query],
    queryFn: ({ signal }) => call(listAdminBooks, { q: query ?? '', limit: SHOWN }, { signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });
  const find = (): void => setQuery(typed.trim());
  const books = query === undefined ? undefined : data?.items;
  return (
    <Stack gap={12}>
      <FindRow
        label={text.search}
        findLabel={text.find}
        placeholder={text.searchHint}
        maxLength={100}
        query={typed}
        isBusy={isFetching}
        onQueryChange={setTyped}
        onFind={find}
      />
      {isError ? (
        <Text as="p" size={14} tone="accent" role="alert">
          {text.failed}
          <TextButton type="button" flush size="inherit" tone="inherit" underline className={styles.retry} onClick={() => void refetch()}>
            {recordsText.retry}
          </TextButton>
        </Text>
      ) : null}
      {books?.length === 0 ? (
        <Text as="p" size={14} tone="faint" role="status">
          {text.none}
        </Text>
      ) : null}
      {books === undefined || books.length === 0 ? null : (
        <ul className={styles.found} aria-label={text.results}>
          {books.map((book) => (
            <Row key={book.bookId} as="li" gap={[8, 16]} align="center" className={styles.book}>
              <Text flex={1} minWidth={0} breakWords>
                {book.title}
                <Text size={13} tone="faint" className={styles.authors}>
                  {book.authors}
                </Text>
              </Text>
              {book.state === 'published' ? null : (
                <StateBadge tone={STATE_TONES[book.state]}>{catalogText.shelfStates[book.state]}</StateBadge>
              )}
              {selectedIds.includes(book.bookId) ? (
                <span className={styles.taken}>{text.added}</span>
              ) : (
                <button
                  type="button"
                  className={styles.take}
                  aria-label={actionLabel === 'add' ? text.addOf(book.title) : text.chooseOf(book.title)}
                  onClick={() => onSelect(book)}
                >
                  {text[actionLabel]}
                </button>
              )}
            </Row>
          ))}
        </ul>
      )}
    </Stack>
  );
};
