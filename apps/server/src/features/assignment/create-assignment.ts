/** Creates a draft. Throws `class.notFound`, `assignment.tooMany`. */
import { CodedError, LIMITS, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { lockClassFor } from '../teaching/class-access.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment, viewAssignment } from './assignment-view.ts';
import { countAssignmentsOfClass, insertAssignment } from './store.ts';

export const createAssignment: UseCase<'createAssignment', AssignmentDependencies> = async ({ db, clock }, { reader }, input) => {
  const createdAt = clock.now();
  const id = newId(createdAt);
  const created = await db.transaction(async (tx) => {
    await lockClassFor(tx, reader.userId, input.classId);
    if ((await countAssignmentsOfClass(tx, input.classId)) >= LIMITS.assignmentsPerClassMax)
      throw new CodedError('assignment.tooMany', { max: LIMITS.assignmentsPerClassMax });
    const fresh = { id, status: 'draft' as const, questions: 0, possibleMilli: 0, rev: 0, createdAt, publishedAt: null };
    await insertAssignment(tx, { ...input, ...fresh });
    return lockTaughtAssignment(tx, reader.userId, id);
  });
  return { payload: await viewAssignment(db.orm, reader.userId, created, createdAt), say: '草稿已建立' };
};
