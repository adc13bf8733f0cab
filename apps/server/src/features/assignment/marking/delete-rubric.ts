/** Deletes a rubric of a draft. Throws `assignment.notFound`, `assignment.changed`, `assignment.published`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { requireTaughtAssignment, viewAssignment } from '../assignment-view.ts';
import { countChange, deleteRubricOf } from './rubric-store.ts';
import { lockDraft } from './save-rubric.ts';

export const deleteRubric: UseCase<'deleteRubric', AssignmentDependencies> = async ({ db, clock }, { reader }, input) => {
  const { assignmentId, questionId } = input;
  await db.transaction(async (tx) => {
    await lockDraft(tx, reader.userId, input);
    await deleteRubricOf(tx, assignmentId, questionId);
    await countChange(tx, assignmentId);
  });
  const changed = await requireTaughtAssignment(db.orm, reader.userId, assignmentId);
  return { payload: await viewAssignment(db.orm, reader.userId, changed, clock.now()), say: '量规已删除' };
};
