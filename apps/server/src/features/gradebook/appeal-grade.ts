/** Stores an appeal of a student and notifies the teacher. */
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUser } from '../notification/notifications.ts';
import { requireClass, seesStudents } from '../teaching/class-access.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findReleased } from './released-grades.ts';
import { insertAppeal } from './store.ts';

/** Throws `class.notFound`, `grade.columnNotFound`, `grade.appealOpen`. */
export const appealGrade: UseCase<'appealGrade', GradebookDependencies> = async (
  { db, clock },
  { reader: { userId } },
  { classId, columnId, body },
) => {
  const now = clock.now();
  const payload = await db.transaction(async (tx) => {
    const { teacherId, name } = await requireClass(tx, userId, classId, (access) => !seesStudents(access));
    const own = (await findReleased(tx, classId, userId, now)).cells.find((cell) => cell.columnId === columnId);
    if (own === undefined || own.value.kind === 'empty') throw new CodedError('grade.columnNotFound');
    const appeal = { id: newId(now), columnId, userId, body, createdAt: now };
    if (!(await insertAppeal(tx, appeal))) throw new CodedError('grade.appealOpen');
    if (teacherId !== null) await notifyUser(tx, teacherId, { kind: 'gradeAppealed', subject: { id: classId, name } }, now);
    return appeal;
  });
  return { payload, say: '已提交，老师答复后会通知您' };
};
