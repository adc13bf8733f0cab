/** Deletes a draft. Throws `assignment.notFound`, `assignment.published`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment } from './assignment-view.ts';
import { deleteAssignmentRow } from './store.ts';

export const deleteAssignment: UseCase<'deleteAssignment', AssignmentDependencies> = async ({ db }, { reader }, { id }) => {
  await db.transaction(async (tx) => {
    const { status } = await lockTaughtAssignment(tx, reader.userId, id);
    if (status !== 'draft') throw new CodedError('assignment.published');
    await deleteAssignmentRow(tx, id);
  });
  return { payload: {}, say: '草稿已删除' };
};
