/** `/class/:id`: a class for its teachers and its members: the book, the join code, announcements and the members. */
import { type ClassGroup, leaveClass } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  ConfirmDialog,
  EmptyState,
  Grid,
  LoadFailure,
  Page,
  PageHeader,
  RecordCard,
  RecordsSkeleton,
  Section,
  Stack,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { refreshRights } from '../../features/activation-code/queries.ts';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { classQuery, refreshClasses } from '../../features/teaching/queries.ts';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { classPlanText } from '../../platform/messages/zh-cn/class-plan.ts';
import { gradebookText } from '../../platform/messages/zh-cn/gradebook.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useSession } from '../../platform/session/session.ts';
import { ClassAssignments } from './assignment/class-assignments.tsx';
import { ClassAnnouncements } from './class-announcements.tsx';
import { ClassCodeCard } from './class-code-card.tsx';
import { ClassMembers } from './class-members.tsx';
import { ClassPlan } from './class-plan.tsx';
import { ClassSettings } from './class-settings.tsx';
import { NewerVersion } from './newer-version.tsx';
import styles from './teaching.module.css';

const ClassBook = ({ group }: { group: ClassGroup }) => {
  const { book, versionNo } = group;
  return (
    <RecordCard title={text.book}>
      {book === undefined ? (
        <p>{text.bookGone}</p>
      ) : (
        <Grid gap={20} align="start" className={styles.book}>
          <BookCover book={book} />
          <Stack gap={8}>
            <Text as="p" size={17}>
              {text.bookLine(book.title, versionNo)}
            </Text>
            <Text as="p" size={14} tone="faint">
              {book.authors}
            </Text>
            <NewerVersion group={group} />
            <Cluster gap={12}>
              <Link to={`/course/learning/${book.id}`} className={buttonClass()} aria-label={text.readBook(book.title)}>
                {text.read}
              </Link>
              <Link to={`/course/info/${book.id}`} className={buttonClass('quiet')}>
                {text.seeBook}
              </Link>
            </Cluster>
          </Stack>
        </Grid>
      )}
    </RecordCard>
  );
};

const Leave = ({ group: { id, name } }: { group: ClassGroup }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const leaving = useMutation({
    mutationFn: () => call(leaveClass, { classId: id }),
    onSuccess: async () => {
      await navigate('/user#classes');
      await Promise.all([refreshClasses(queryClient), refreshRights(queryClient)]);
    },
  });
  return (
    <>
      <p>
        <button type="button" className={buttonClass('quietDanger')} onClick={() => setAsks(true)}>
          {text.leave}
        </button>
      </p>
      {asks ? (
        <ConfirmDialog
          title={text.leaveTitle(name)}
          confirmLabel={text.leave}
          cancelLabel={text.cancel}
          isBusy={leaving.isPending}
          isDestructive
          onConfirm={() => leaving.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{text.leaveLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const OneClass = ({ group }: { group: ClassGroup }) => (
  <>
    <PageHeader title={group.name} lead={text.lineOf(group)}>
      <Cluster gap={12} align="center">
        {group.status === 'active' ? null : <StateBadge>{text.statuses[group.status]}</StateBadge>}
        <Link to={`/class/${group.id}/grades`} className={buttonClass('quiet')}>
          {group.role === 'student' ? gradebookText.openMyGrades : gradebookText.openGradebook}
        </Link>
      </Cluster>
    </PageHeader>
    <UserMenu />
    <Stack gap={20}>
      {group.mayEdit ? <ClassCodeCard group={group} /> : null}
      <ClassBook group={group} />
    </Stack>
    <ClassAnnouncements group={group} />
    <ClassAssignments group={group} />
    <Section title={classPlanText.title}>
      <ClassPlan group={group} />
    </Section>
    <Section title={`${text.membersTitle}（${text.members(group.members)}）`}>
      <ClassMembers group={group} />
    </Section>
    {group.role === 'teacher' ? (
      <Section title={text.settings}>
        <ClassSettings group={group} />
      </Section>
    ) : null}
    {group.role === 'teacher' ? null : <Leave group={group} />}
  </>
);

const Loaded = ({ id }: { id: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery(classQuery(userId, id));
  if (data !== undefined) return <OneClass group={data} />;
  if (isRefusal(error, 'class.notFound', 'request.invalid')) {
    return (
      <>
        <PageHeader title={text.classTitle} />
        <EmptyState title={text.notFound}>
          <p>{text.notFoundHint}</p>
          <Link to="/class/join" className={buttonClass('quiet')}>
            {text.toJoin}
          </Link>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={text.classTitle} />
      {error === null ? (
        <RecordsSkeleton label={recordsText.loading} />
      ) : (
        <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      )}
    </>
  );
};

const SignedOutHeader = () => (useSession((session) => session.token === undefined) ? <PageHeader title={text.classTitle} /> : null);

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <Page width="text">
      <SignedOutHeader />
      <ForSignedIn signedOutText={text.classSignedOut}>
        <Loaded key={id} id={id} />
      </ForSignedIn>
    </Page>
  );
};
