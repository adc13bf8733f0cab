/** Creates a draft. Throws `class.notFound`, `assignment.tooMany`, `request.invalid` for one without a paper whose task or points are missing. */
import { CodedError, LIMITS, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { lockClassFor } from '../teaching/class-access.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment, totalMilliOf, viewAssignment } from './assignment-view.ts';
import { checkChapters } from './reading-task.ts';
import { countAssignmentsOfClass, insertAssignment } from './store.ts';
import { taskOfForm } from './task-question.ts';

export const createAssignment: UseCase<'createAssignment', AssignmentDependencies> = async ({ db, clock }, { reader }, input) => {
  const task = taskOfForm(input.kind, input);
  const createdAt = clock.now();
  const id = newId(createdAt);
  const created = await db.transaction(async (tx) => {
    const { bookId } = await lockClassFor(tx, reader.userId, input.classId);
    if ((await countAssignmentsOfClass(tx, input.classId)) >= LIMITS.assignmentsPerClassMax)
      throw new CodedError('assignment.tooMany', { max: LIMITS.assignmentsPerClassMax });
    const fresh = {
      id,
      status: 'draft' as const,
      questions: 0,
      task: await checkChapters(tx, bookId, task),
      possibleMilli: totalMilliOf(input) ?? 0,
      rev: 0,
      createdAt,
      publishedAt: null,
    };
    await insertAssignment(tx, { ...input, ...fresh });
    return lockTaughtAssignment(tx, reader.userId, id);
  });
  return { payload: await viewAssignment(db.orm, reader.userId, created, createdAt), say: '草稿已建立' };
};
