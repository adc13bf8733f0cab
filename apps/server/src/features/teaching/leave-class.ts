/** Ends the caller's membership in a class, or work as its co-teacher. Throws `class.notFound` unless the caller is in it, or waits. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { deleteCoTeacher } from './co-teacher-store.ts';
import { setMemberStatus } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const leaveClass: UseCase<'leaveClass', TeachingDependencies> = async ({ db }, { reader }, { classId }) => {
  const hasLeft = await db.transaction(
    async (tx) =>
      (await deleteCoTeacher(tx, classId, reader.userId)) ||
      (await setMemberStatus(tx, { classId, userId: reader.userId, from: ['active', 'pending'], status: 'left' })),
  );
  if (!hasLeft) throw new CodedError('class.notFound');
  return { payload: {}, say: '已退出班级' };
};
