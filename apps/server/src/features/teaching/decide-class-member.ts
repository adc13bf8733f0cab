/** Admits a user to a class, or refuses or removes one. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUser } from '../notification/notifications.ts';
import { lockClassFor } from './class-access.ts';
import { admitMember } from './join-class.ts';
import { findMember, setMemberStatus } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound`, `class.memberNotFound` if the user is in no state for the decision, `class.full`. */
export const decideClassMember: UseCase<'decideClassMember', TeachingDependencies> = async (
  { db, clock },
  { reader },
  { classId, userId, decision },
) => {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const group = await lockClassFor(tx, reader.userId, classId);
    const subject = { id: classId, name: group.name };
    const before = await findMember(tx, classId, userId);
    if (decision === 'remove') {
      if (!(await setMemberStatus(tx, { classId, userId, from: ['active', 'pending'], status: 'removed' })))
        throw new CodedError('class.memberNotFound');
      await notifyUser(tx, userId, { kind: 'classRemoved', subject }, now);
      return;
    }
    if (before === undefined || before.status === 'active' || before.status === 'left') throw new CodedError('class.memberNotFound');
    await admitMember(tx, group, before, now);
    await notifyUser(tx, userId, { kind: 'classAdmitted', subject }, now);
  });
  return { payload: {}, say: decision === 'admit' ? '已加入班级' : '已移出班级' };
};
