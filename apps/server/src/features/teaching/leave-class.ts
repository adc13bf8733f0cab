/** Ends the caller's membership in a class. Throws `class.notFound` unless the caller is an active member. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { endMembership } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const leaveClass: UseCase<'leaveClass', TeachingDependencies> = async ({ db }, { reader }, { classId }) => {
  const hasLeft = await db.transaction((tx) => endMembership(tx, { classId, userId: reader.userId, status: 'left' }));
  if (!hasLeft) throw new CodedError('class.notFound');
  return { payload: {}, say: '已退出班级' };
};
