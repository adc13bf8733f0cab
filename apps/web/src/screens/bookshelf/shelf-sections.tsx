/** What lies on the shelf: the recent and the owned books, each with its way out when there are none. */
import { buttonClass, EmptyState } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { myBooksQuery } from '../../features/bookshelf/queries.ts';
import { BookGrid } from '../../features/catalog/book-tile.tsx';
import { ContinueRow } from '../../features/catalog/continue-row.tsx';
import { recentBooksQuery } from '../../features/catalog/queries.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';

const FindBooks = () => (
  <Link to="/course/list" className={buttonClass('quiet')}>
    {bookshelfText.findBooks}
  </Link>
);

export const RecentBooks = () => {
  const { items } = useSuspenseQuery(recentBooksQuery()).data;
  if (items.length > 0) return <ContinueRow items={items} />;
  return (
    <EmptyState title={bookshelfText.noRecent}>
      <p>{bookshelfText.noRecentHint}</p>
      <FindBooks />
    </EmptyState>
  );
};

export const OwnedBooks = () => {
  const { items } = useSuspenseQuery(myBooksQuery()).data;
  if (items.length > 0) return <BookGrid books={items.map(({ book }) => book)} />;
  return (
    <EmptyState title={bookshelfText.noOwned}>
      <p>{bookshelfText.noOwnedHint}</p>
      <FindBooks />
    </EmptyState>
  );
};
