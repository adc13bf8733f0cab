/** `/user/myEditedBook`: the books of which the user is a contributor, and for users without such books the application to be an author. */
import type { getBooksAsAuthor, OutputOf } from '@shufang/contract';
import {
  buttonClass,
  EmptyState,
  LoadFailure,
  Page,
  PageHeader,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { authoredBooksQuery, isAuthorQuery } from '../../../features/catalog/author-queries.ts';
import { authorApplicationQuery } from '../../../features/verification/queries.ts';
import { BookStatusCard } from '../../../features/verification/status-card.tsx';
import { useBroadcast } from '../../../platform/events/use-broadcast.ts';
import { applicationText as text } from '../../../platform/messages/zh-cn/application.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './application-screens.module.css';

type Authored = OutputOf<typeof getBooksAsAuthor>['items'][number];

const Invited = () => (
  <section aria-labelledby="invited" className={styles.invite}>
    <h2 id="invited">{text.inviteTitle}</h2>
    <p>{text.inviteHint}</p>
  </section>
);

const columns: readonly RecordColumn<Authored>[] = [
  {
    name: catalogText.tableColumns.title,
    kind: 'head',
    render: ({ book }) => (
      <Text to={`/course/info/${book.id}`} as={Link} tone="accent" underline>
        {book.title}
      </Text>
    ),
  },
  { name: text.myRoles, render: ({ roles }) => roles.map((role) => catalogText.roles[role]).join('、') },
  {
    name: text.shelfState,
    render: ({ state }) => <StateBadge tone={state === 'published' ? 'good' : 'plain'}>{catalogText.shelfStates[state]}</StateBadge>,
  },
  {
    name: recordsText.actions,
    kind: 'actions',
    render: ({ book }) => (
      <Link to={`/user/authorStatic/${book.id}`} className={buttonClass('quiet')} aria-label={text.openStatistics(book.title)}>
        {text.statistics}
      </Link>
    ),
  },
];

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <LoadFailure text={recordsText.failed(text.booksFailed)} retryLabel={recordsText.retry} onRetry={onRetry} />
);

const Books = ({ userId }: { userId: string | undefined }) => {
  const { data, isError, refetch } = useQuery(authoredBooksQuery(userId));
  if (data === undefined) return isError ? <Failed onRetry={() => void refetch()} /> : <RecordsSkeleton label={recordsText.loading} />;
  if (data.length === 0) {
    return (
      <EmptyState title={text.noBooks}>
        <p>{text.noBooksHint}</p>
        <Link to="/helper/contact#ask" className={buttonClass('quiet')}>
          {text.askEditor}
        </Link>
      </EmptyState>
    );
  }
  return <RecordTable caption={text.authorTitle} columns={columns} rows={data} keyOf={({ book }) => book.id} />;
};

const Application = ({ userId }: { userId: string | undefined }) => {
  const { data, isError, refetch } = useQuery(authorApplicationQuery(userId));
  if (data === undefined) return isError ? <Failed onRetry={() => void refetch()} /> : <RecordsSkeleton label={recordsText.loading} />;
  return (
    <>
      <BookStatusCard kind="author" status={data} prompt={text.authorNoneHint} />
      <Invited />
    </>
  );
};

const Mine = () => {
  const queryClient = useQueryClient();
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(isAuthorQuery(userId));
  useBroadcast('roleChanged', () => {
    void queryClient.invalidateQueries({ queryKey: ['author'] });
    void queryClient.invalidateQueries({ queryKey: ['application'] });
  });
  if (data === undefined) return isError ? <Failed onRetry={() => void refetch()} /> : <RecordsSkeleton label={recordsText.loading} />;
  return data ? <Books userId={userId} /> : <Application userId={userId} />;
};

export const Component = () => (
  <Page width="text">
    <PageHeader title={text.authorTitle} lead={text.authorLead} />
    <ForSignedIn signedOutText={text.authorSignedOut}>
      <UserMenu />
      <Mine />
    </ForSignedIn>
  </Page>
);
