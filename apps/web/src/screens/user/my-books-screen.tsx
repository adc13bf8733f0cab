/** `/user/myBooks`: the books one has a right to, where the right came from and until when. */
import { buttonClass, EmptyState, Page, PageHeader } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { myBooksQuery } from '../../features/bookshelf/queries.ts';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './my-books-screen.module.css';

const dateFormat = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', day: 'numeric' });

const MyBooks = () => {
  const { items } = useSuspenseQuery(myBooksQuery()).data;
  if (items.length === 0) {
    return (
      <EmptyState title={bookshelfText.noOwned}>
        <p>{bookshelfText.noOwnedHint}</p>
        <Link to="/course/list" className={buttonClass('quiet')}>
          {bookshelfText.findBooks}
        </Link>
      </EmptyState>
    );
  }
  return (
    <ul>
      {items.map(({ book, right, since }) => (
        <li key={book.id} className={styles.book}>
          <div className={styles.cover}>
            <BookCover book={book} />
          </div>
          <div className={styles.text}>
            <h2 className={styles.title}>
              <Link to={`/course/info/${book.id}`}>{book.title}</Link>
            </h2>
            <p className={styles.authors}>{book.authors}</p>
            <p className={styles.right}>{right.reason}</p>
            <p className={styles.term}>
              {bookshelfText.rightSince(dateFormat.format(since))}
              <span>{right.endsAt === undefined ? bookshelfText.noEnd : bookshelfText.rightUntil(dateFormat.format(right.endsAt))}</span>
              {book.progress === undefined ? null : <span>{catalogText.progress(book.progress)}</span>}
            </p>
          </div>
          <Link to={`/course/learning/${book.id}`} className={buttonClass('quiet')} aria-label={bookshelfText.openBook(book.title)}>
            {bookshelfText.open}
          </Link>
        </li>
      ))}
    </ul>
  );
};

export const Component = () => (
  <Page width="text">
    <PageHeader title={bookshelfText.myBooksTitle} lead={bookshelfText.myBooksLead} />
    <ForSignedIn signedOutText={bookshelfText.signedOut}>
      <UserMenu />
      <MyBooks />
    </ForSignedIn>
  </Page>
);
