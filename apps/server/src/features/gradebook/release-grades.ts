/** Shows columns to the students of a class, or hides them. */
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUsers } from '../notification/notifications.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findScheme, setReleased } from './store.ts';
import { lockGradebook, requireColumns } from './taught-gradebook.ts';

/** Throws `class.notFound`, `grade.columnNotFound`. */
export const releaseGrades: UseCase<'releaseGrades', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { classId, columnIds, isReleased },
) => {
  const payload = await db.transaction(async (tx) => {
    const { scheme, className } = await lockGradebook(tx, reader.userId, classId, { mayBeFinal: true });
    requireColumns(scheme, columnIds);
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
