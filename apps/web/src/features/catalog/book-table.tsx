/** Books as a table for comparison, one row for each book. */
import type { BookCard } from '@shufang/contract';
import { type RecordColumn, RecordTable, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './book-table.module.css';
import { accessTag } from './book-tile.tsx';

const dateFormat = chineseDates({ dateStyle: 'short', timeZone: 'Asia/Shanghai' });
const { tableColumns: names } = catalogText;

const columns: readonly RecordColumn<BookCard>[] = [
  {
    name: names.title,
    kind: 'head',
    render: (book) => (
      <>
        <Link to={`/course/info/${book.id}`} className={styles.title}>
          {book.title}
        </Link>
        {book.edition === undefined ? null : (
          <Text size={12} tone="faint" weight={400} whiteSpace="nowrap" className={styles.edition}>
            {catalogText.editionNo(book.edition)}
          </Text>
        )}
        {book.newerEditionId === undefined ? null : (
          <Text size={12} tone="faint" weight={400} whiteSpace="nowrap" className={styles.edition}>
            {catalogText.olderEdition}
          </Text>
        )}
        {book.plan === undefined ? null : (
          <Text tone="accent" weight={400} whiteSpace="nowrap" className={styles.plan}>
            {catalogText.planned}
          </Text>
        )}
      </>
    ),
  },
  { name: names.authors, render: ({ authors }) => authors },
  { name: names.publisher, render: ({ publisher }) => publisher ?? '' },
  { name: names.categories, render: ({ categories }) => categories.join('、') },
  { name: names.published, render: ({ publishedAt }) => dateFormat.format(publishedAt) },
  { name: names.access, render: (book) => [accessTag(book), ...(book.right === 'trial' ? [catalogText.mayTry] : [])].join(' · ') },
];

export const BookTable = ({ books }: { books: readonly BookCard[] }) => (
  <RecordTable caption={catalogText.listHeading} columns={columns} rows={books} keyOf={({ id }) => id} />
);
