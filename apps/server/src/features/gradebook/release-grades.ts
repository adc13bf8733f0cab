/** Shows columns to the students of a class, or hides them. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUsers } from '../notification/notifications.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findScheme, setReleased } from './store.ts';
import { lockGradebook, requireColumns } from './taught-gradebook.ts';

/** Throws `class.notFound`, `grade.columnNotFound`, and `request.invalid` for the column of an assignment. */
export const releaseGrades: UseCase<'releaseGrades', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { classId, columnIds, isReleased },
) => {
  const payload = await db.transaction(async (tx) => {
    const { scheme, className } = await lockGradebook(tx, reader.userId, classId, { mayBeFinal: true });
    requireColumns(scheme, columnIds);
    if (scheme.columns.some(({ id, assignmentId }) => assignmentId !== undefined && columnIds.includes(id)))
      throw new CodedError('request.invalid', { reason: '作业的成绩按作业的设置公布，请在作业里改' });
    await setReleased(tx, columnIds, isReleased);
    const isNew = scheme.columns.some((column) => columnIds.includes(column.id) && !column.isReleased);
    if (isReleased && isNew) {
      const students = await listClassStudents(tx, classId);
      await notifyUsers(
        tx,
        students.map(({ userId }) => userId),
        { kind: 'gradesReleased', subject: { id: classId, name: className } },
        clock.now(),
      );
    }
    return findScheme(tx, classId);
  });
  return { payload, say: isReleased ? '已公布，学生可以看到' : '已收回，学生看不到' };
};
