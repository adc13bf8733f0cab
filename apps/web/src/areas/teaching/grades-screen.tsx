/** `/class/:id/grades`: the gradebook of a class for its teacher, and the own results for a student. */
import { buttonClass, Cluster, EmptyState, LoadFailure, Page, PageHeader, RecordsSkeleton } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { classQuery } from '../../features/teaching/queries.ts';
import { isRefusal } from '../../platform/api/api-error.ts';
import { gradebookText as text } from '../../platform/messages/zh-cn/gradebook.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText } from '../../platform/messages/zh-cn/teaching.ts';
import { useSession } from '../../platform/session/session.ts';
import { gradebookQuery, myGradesQuery } from './gradebook/queries.ts';
import { StudentGrades } from './gradebook/student-grades.tsx';
import { TeacherGradebook } from './gradebook/teacher-gradebook.tsx';

const Pending = ({ isError, onRetry }: { isError: boolean; onRetry: () => void }) =>
  isError ? (
    <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={onRetry} />
  ) : (
    <RecordsSkeleton label={recordsText.loading} />
  );

const OfTeacher = ({ userId, classId, mayEdit }: { userId: string; classId: string; mayEdit: boolean }) => {
  const { data, isError, refetch } = useQuery(gradebookQuery(userId, classId));
  if (data === undefined) return <Pending isError={isError} onRetry={() => void refetch()} />;
  return <TeacherGradebook owner={userId} classId={classId} gradebook={data} mayEdit={mayEdit} />;
};

const OfStudent = ({ userId, classId }: { userId: string; classId: string }) => {
  const queryClient = useQueryClient();
  const query = myGradesQuery(userId, classId);
  const { data, isError, refetch } = useQuery(query);
  if (data === undefined) return <Pending isError={isError} onRetry={() => void refetch()} />;
  return <StudentGrades classId={classId} grades={data} onChanged={() => queryClient.invalidateQueries({ queryKey: query.queryKey })} />;
};

const Loaded = ({ id }: { id: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery(classQuery(userId, id));
  if (userId !== undefined && data !== undefined) {
    return (
      <>
        <PageHeader title={text.screenOf(data.name)} lead={data.term}>
          <Link to={`/class/${id}`} className={buttonClass('quiet')}>
            {text.backToClass}
          </Link>
        </PageHeader>
        {data.role === 'student' ? (
          <OfStudent userId={userId} classId={id} />
        ) : (
          <OfTeacher userId={userId} classId={id} mayEdit={data.mayEdit} />
        )}
      </>
    );
  }
  if (isRefusal(error, 'class.notFound', 'request.invalid')) {
    return (
      <>
        <PageHeader title={text.title} />
        <EmptyState title={teachingText.notFound}>
          <p>{teachingText.notFoundHint}</p>
          <Cluster justify="center">
            <Link to="/class/join" className={buttonClass('quiet')}>
              {teachingText.toJoin}
            </Link>
          </Cluster>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={text.title} />
      <Pending isError={error !== null} onRetry={() => void refetch()} />
    </>
  );
};

const SignedOutHeader = () => (useSession((session) => session.token === undefined) ? <PageHeader title={text.title} /> : null);

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <Page>
      <SignedOutHeader />
      <ForSignedIn signedOutText={text.signedOut}>
        <Loaded key={id} id={id} />
      </ForSignedIn>
    </Page>
  );
};
