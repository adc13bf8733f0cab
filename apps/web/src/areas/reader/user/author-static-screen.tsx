/** `/user/authorStatic/:bookId`: the page of one book for its contributors, with its statistics. */
import {
  buttonClass,
  Cluster,
  EmptyState,
  Facts,
  LoadFailure,
  Page,
  PageHeader,
  RecordCard,
  RecordsSkeleton,
  StateBadge,
} from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { authoredBooksQuery } from '../../../features/catalog/author-queries.ts';
import { BookStatistics } from '../../../features/statistics/book-statistics.tsx';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { applicationText as text } from '../../../platform/messages/zh-cn/application.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';

const day = chineseDates({ dateStyle: 'long' });

const OwnBook = () => {
  const { bookId } = useParams();
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(authoredBooksQuery(userId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.booksFailed)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const mine = data.find(({ book }) => book.id === bookId);
  if (mine === undefined) {
    return (
      <EmptyState title={text.notContributor}>
        <p>{text.notContributorHint}</p>
        <Link to="/user/myEditedBook" className={buttonClass('quiet')}>
          {text.toMyBooks}
        </Link>
      </EmptyState>
    );
  }
  const { book, roles, state, updatedAt } = mine;
  if (state === 'draft') {
    return (
      <EmptyState title={text.notPublished}>
        <p>{text.notPublishedHint(book.title)}</p>
        <Link to="/user/myEditedBook" className={buttonClass('quiet')}>
          {text.toMyBooks}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <RecordCard
        title={book.title}
        badge={<StateBadge tone={state === 'published' ? 'good' : 'stop'}>{catalogText.shelfStates[state]}</StateBadge>}
      >
        <Facts
          items={[
            [text.myRoles, roles.map((role) => catalogText.roles[role]).join('、')],
            [text.publishedAt, day.format(book.publishedAt)],
            [text.updatedAt, day.format(updatedAt)],
            [text.length, text.chars(book.chars)],
          ]}
        />
        <Cluster as="p" gap={12} marginTop={20}>
          <Link to={`/course/info/${book.id}`} className={buttonClass('quiet')} aria-label={text.openBook(book.title)}>
            {text.seeBook}
          </Link>
          <Link to="/user/royalties" className={buttonClass('quiet')}>
            {text.myRoyalties}
          </Link>
        </Cluster>
      </RecordCard>
      <BookStatistics bookId={book.id} />
    </>
  );
};

export const Component = () => (
  <Page>
    <PageHeader title={text.statistics} lead={text.staticLead} />
    <ForSignedIn signedOutText={text.staticSignedOut}>
      <UserMenu current="/user/myEditedBook" />
      <OwnBook />
    </ForSignedIn>
  </Page>
);
