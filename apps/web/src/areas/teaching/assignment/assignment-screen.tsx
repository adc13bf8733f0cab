/** `/assignment/:id`: an assignment for the teachers and the students of its class. */
import { buttonClass, EmptyState, LoadFailure, Page, PageHeader, RecordsSkeleton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { useBroadcast } from '../../../platform/events/use-broadcast.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { assignmentQuery } from './queries.ts';
import { StudentAssignment } from './student-assignment.tsx';
import { TeacherAssignment } from './teacher-assignment.tsx';

const Loaded = ({ id }: { id: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery(assignmentQuery(userId, id));
  useBroadcast('attemptChanged', () => void refetch());
  if (data !== undefined) {
    return data.own === undefined ? <TeacherAssignment one={data} /> : <StudentAssignment one={data} own={data.own} />;
  }
  if (isRefusal(error, 'assignment.notFound', 'request.invalid')) {
    return (
      <>
        <PageHeader title={text.what} />
        <EmptyState title={text.notFound}>
          <p>{text.notFoundHint}</p>
          <Link to="/user#classes" className={buttonClass('quiet')}>
            {text.toClasses}
          </Link>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={text.what} />
      {error === null ? (
        <RecordsSkeleton label={recordsText.loading} />
      ) : (
        <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      )}
    </>
  );
};

const SignedOutHeader = () => (useSession((session) => session.token === undefined) ? <PageHeader title={text.what} /> : null);

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <Page width="text">
      <SignedOutHeader />
      <ForSignedIn signedOutText={text.signedOut}>
        <Loaded key={id} id={id} />
      </ForSignedIn>
    </Page>
  );
};
