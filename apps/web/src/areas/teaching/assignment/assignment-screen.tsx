/** `/assignment/:id`: an assignment for the teachers and the students of its class. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { RecordPage, RecordPending } from '../../../features/account/record-page.tsx';
import { useBroadcast } from '../../../platform/events/use-broadcast.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
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
  return (
    <RecordPending
      title={text.what}
      what={text.what}
      error={error}
      onRetry={() => void refetch()}
      missingCodes={['assignment.notFound', 'request.invalid']}
      missing={{ title: text.notFound, hint: text.notFoundHint, link: { to: '/user#classes', text: text.toClasses } }}
    />
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <RecordPage title={text.what} signedOutText={text.signedOut} width="text">
      <Loaded key={id} id={id} />
    </RecordPage>
  );
};
