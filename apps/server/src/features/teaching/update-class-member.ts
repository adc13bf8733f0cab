/** Changes the group of a member, and whether the member is a class representative. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { lockClassFor } from './class-access.ts';
import { setMemberOffice } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound`, `class.memberNotFound` unless the user is an active member. */
export const updateClassMember: UseCase<'updateClassMember', TeachingDependencies> = async ({ db }, { reader }, change) => {
  await db.transaction(async (tx) => {
    await lockClassFor(tx, reader.userId, change.classId);
    if (!(await setMemberOffice(tx, change))) throw new CodedError('class.memberNotFound');
  });
  return { payload: {}, say: '已保存' };
};
