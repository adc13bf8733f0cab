/** Ends the caller's membership in a class. Throws `class.notFound` unless the caller is a member, or waits to be admitted. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { setMemberStatus } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const leaveClass: UseCase<'leaveClass', TeachingDependencies> = async ({ db }, { reader }, { classId }) => {
  const hasLeft = await db.transaction((tx) =>
    setMemberStatus(tx, { classId, userId: reader.userId, from: ['active', 'pending'], status: 'left' }),
  );
  if (!hasLeft) throw new CodedError('class.notFound');
  return { payload: {}, say: '已退出班级' };
};
