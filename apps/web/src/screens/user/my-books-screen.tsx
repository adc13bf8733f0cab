/** `/user/myBooks`: the books one has a right to, what each right came from and until when; codes are given back and claimed here. */
import type { HeldRight } from '@shufang/contract';
import { buttonClass, EmptyState, Page, PageHeader } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { useOwnedBooks } from '../../features/bookshelf/queries.ts';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { BookSkeleton } from '../../features/catalog/book-skeleton.tsx';
import { bookInfoQuery } from '../../features/catalog/queries.ts';
import { RowFailure } from '../../features/catalog/row-failure.tsx';
import { ClaimDialog } from '../../features/commerce/claim-dialog.tsx';
import { HeldRights } from '../../features/commerce/held-rights.tsx';
import { MyClaims } from '../../features/commerce/my-claims.tsx';
import { ReleaseDialog } from '../../features/commerce/release-dialog.tsx';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './my-books-screen.module.css';

interface BooksProps {
  readonly owned: ReturnType<typeof useOwnedBooks>;
  readonly onRelease: (right: HeldRight) => void;
}

const Books = ({ owned, onRelease }: BooksProps) => {
  const { items, isKnown, askedAt, isFailed, isOffline, retry } = owned;
  if (items === undefined) return <BookSkeleton count={4} />;
  if (items.length === 0 && !isKnown) return <RowFailure text={bookshelfText.nothingKept} onRetry={retry} />;
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
    <>
      {isFailed ? <RowFailure text={isOffline ? bookshelfText.offlineHint : bookshelfText.failed} onRetry={retry} /> : null}
      <ul>
        {items.map(({ book, right, source, held }) => (
          <li key={book.id} className={styles.book}>
            <div className={styles.cover}>
              <BookCover book={book} />
            </div>
            <div className={styles.text}>
              <h2 className={styles.title}>
                <Link to={`/course/info/${book.id}`}>{book.title}</Link>
              </h2>
              <p className={styles.authors}>{book.authors}</p>
              <p className={styles.right}>
                {source === 'institution' && right.kind !== 'institution' ? bookshelfText.away : right.reason}
                {book.progress === undefined ? null : <span className={styles.progress}>{catalogText.progress(book.progress)}</span>}
              </p>
              {held.length === 0 ? (
                <p className={styles.authors}>{bookshelfText.sourceNames[source]}</p>
              ) : (
                <HeldRights
                  bookId={book.id}
                  title={book.title}
                  isSold={book.accessModel === 'paid' && book.removed !== true}
                  rights={held}
                  sourceNames={bookshelfText.sourceNames}
                  now={askedAt}
                  onRelease={onRelease}
                />
              )}
              {held.some(({ state }) => state === 'ended') && right.kind !== 'owned' ? (
                <p className={styles.authors}>{codesText.endedHint}</p>
              ) : null}
            </div>
            {right.kind === 'none' ? (
              <Link to={`/course/info/${book.id}`} className={buttonClass('quiet')}>
                {codesText.seeBook}
              </Link>
            ) : (
              <Link to={`/course/learning/${book.id}`} className={buttonClass('quiet')} aria-label={bookshelfText.openBook(book.title)}>
                {bookshelfText.open}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
};

/** `?claim` opens the claim; with an id it is for that book. */
const Claim = ({ bookId, onClose }: { bookId: string; onClose: () => void }) => {
  const info = useQuery({ ...bookInfoQuery(bookId), enabled: bookId !== '', meta: { claims: true } });
  if (bookId !== '' && info.isPending) return null;
  const book = info.data?.book;
  return <ClaimDialog book={book} onClose={onClose} />;
};

const MyBooks = () => {
  const [params, setParams] = useSearchParams();
  const owned = useOwnedBooks();
  const [releasingId, setReleasingId] = useState<string>();
  // As it stands now: what this device kept is shown first, and the server may know better.
  const releasing = owned.items?.flatMap(({ held }) => held).find(({ id }) => id === releasingId);
  const claimed = params.get('claim');
  return (
    <>
      <div className={styles.tools}>
        <Link to="/redeem?to=%2Fuser%2FmyBooks" className={buttonClass()}>
          {codesText.redeemTitle}
        </Link>
        <button type="button" className={buttonClass('quiet')} onClick={() => setParams({ claim: '' })}>
          {codesText.claim}
        </button>
      </div>
      <Books owned={owned} onRelease={({ id }) => setReleasingId(id)} />
      <MyClaims />
      {releasing?.code === undefined ? null : <ReleaseDialog code={releasing.code} onClose={() => setReleasingId(undefined)} />}
      {claimed === null ? null : <Claim bookId={claimed} onClose={() => setParams({}, { replace: true })} />}
    </>
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
