/** Books as a table, for who compares: one line each. */
import type { BookCard } from '@shufang/contract';
import { type RecordColumn, RecordTable } from '@shufang/ui';
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
        {book.edition === undefined ? null : <span className={styles.edition}>{catalogText.editionNo(book.edition)}</span>}
        {book.newerEditionId === undefined ? null : <span className={styles.edition}>{catalogText.olderEdition}</span>}
        {book.plan === undefined ? null : <span className={styles.plan}>{catalogText.planned}</span>}
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
