/** The results of a class on its page: the gradebook for teachers, and the own results for a student. */
import type { ClassGroup } from '@shufang/contract';
import { LoadFailure, RecordsSkeleton } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { gradebookQuery, myGradesQuery } from './queries.ts';
import { StudentGrades } from './student-grades.tsx';
import { TeacherGradebook } from './teacher-gradebook.tsx';

const Pending = ({ isError, onRetry }: { isError: boolean; onRetry: () => void }) =>
  isError ? (
    <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={onRetry} />
  ) : (
    <RecordsSkeleton label={recordsText.loading} />
  );

interface OwnerProps {
  readonly userId: string;
  readonly group: ClassGroup;
}

const OfTeacher = ({ userId, group: { id, mayEdit } }: OwnerProps) => {
  const { data, isError, refetch } = useQuery(gradebookQuery(userId, id));
  if (data === undefined) return <Pending isError={isError} onRetry={() => void refetch()} />;
  return <TeacherGradebook owner={userId} classId={id} gradebook={data} mayEdit={mayEdit} />;
};

const OfStudent = ({ userId, group: { id } }: OwnerProps) => {
  const queryClient = useQueryClient();
  const query = myGradesQuery(userId, id);
  const { data, isError, refetch } = useQuery(query);
  if (data === undefined) return <Pending isError={isError} onRetry={() => void refetch()} />;
  return <StudentGrades classId={id} grades={data} onChanged={() => queryClient.invalidateQueries({ queryKey: query.queryKey })} />;
};

export const ClassGrades = ({ group }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  if (userId === undefined) return null;
  return group.role === 'student' ? <OfStudent userId={userId} group={group} /> : <OfTeacher userId={userId} group={group} />;
};
