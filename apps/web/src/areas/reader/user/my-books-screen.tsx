/** `/user/myBooks`: the user's books with the source and the end of each right. Codes are released and claims submitted here. */
import { type BookEntitlement, mayReadAll } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, Grid, Page, PageHeader, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { ClaimDialog } from '../../../features/activation-code/claim-dialog.tsx';
import { MyClaims } from '../../../features/activation-code/my-claims.tsx';
import { ReleaseDialog } from '../../../features/activation-code/release-dialog.tsx';
import { useOwnedBooks } from '../../../features/bookshelf/queries.ts';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { BookSkeleton } from '../../../features/catalog/book-skeleton.tsx';
import { bookInfoQuery } from '../../../features/catalog/queries.ts';
import { RowFailure } from '../../../features/catalog/row-failure.tsx';
import { HeldRights } from '../../../features/entitlement/held-rights.tsx';
import { offersStoredBooks } from '../../../features/offline/can-store-books.ts';
import { OfflineControl } from '../../../features/offline/offline-control.tsx';
import { OfflineDevices } from '../../../features/offline/offline-devices.tsx';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import styles from './my-books-screen.module.css';

interface BooksProps {
  readonly owned: ReturnType<typeof useOwnedBooks>;
  readonly onRelease: (right: BookEntitlement) => void;
}

const Books = ({ owned, onRelease }: BooksProps) => {
  const { items, hasLoaded: isKnown, askedAt, isFailed, isOffline, retry } = owned;
  if (items === undefined) return <BookSkeleton count={4} />;
  if (items.length === 0 && !isKnown) return <RowFailure text={bookshelfText.nothingLoaded} onRetry={retry} />;
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
          <Grid key={book.id} as="li" gap={[8, 24]} align="start" className={styles.book}>
            <div>
              <BookCover book={book} />
            </div>
            <div>
              <h2 className={styles.title}>
                <Link to={`/course/info/${book.id}`}>{book.title}</Link>
              </h2>
              <Text as="p" size={14} marginTop={8}>
                {book.authors}
              </Text>
              <Text as="p" size={14} marginTop={8}>
                {source === 'institution' && right.kind !== 'institution' ? bookshelfText.away : right.reason}
                {book.progress === undefined ? null : (
                  <Text size={13} tone="faint" className={styles.progress}>
                    {catalogText.progress(book.progress)}
                  </Text>
                )}
              </Text>
              {held.length === 0 ? (
                <Text as="p" size={14} marginTop={8}>
                  {bookshelfText.sourceNames[source]}
                </Text>
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
                <Text as="p" size={14} marginTop={8}>
                  {codesText.endedHint}
                </Text>
              ) : null}
              <OfflineDevices bookId={book.id} />
              {mayReadAll(right) && offersStoredBooks() ? <OfflineControl bookId={book.id} title={book.title} /> : null}
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
          </Grid>
        ))}
      </ul>
    </>
  );
};

/** The dialog that submits a claim. `?claim` in the URL opens it, and `?claim=<book id>` preselects that book. */
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
  // Looks the activation code up in the current data, because the server's response may have replaced the cached one meanwhile.
  const releasing = owned.items?.flatMap(({ held }) => held).find(({ id }) => id === releasingId);
  const claimed = params.get('claim');
  return (
    <>
      <Cluster gap={12} marginBottom={24}>
        <Link to="/redeem?to=%2Fuser%2FmyBooks" className={buttonClass()}>
          {codesText.redeemTitle}
        </Link>
        <button type="button" className={buttonClass('quiet')} onClick={() => setParams({ claim: '' })}>
          {codesText.claim}
        </button>
      </Cluster>
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
