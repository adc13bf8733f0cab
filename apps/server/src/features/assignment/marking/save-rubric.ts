/** Sets a rubric of a draft. Throws `assignment.notFound`, `assignment.changed`, `assignment.published`, `assignment.noPaper`, … */
import { CodedError } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { hasPaper, lockTaughtAssignment, requireTaughtAssignment, viewAssignment } from '../assignment-view.ts';
import type { CallerAssignment } from '../store.ts';
import { countChange, putRubric } from './rubric-store.ts';
import { listMarkedQuestions } from './rubrics.ts';

/** Locks a draft. Throws `assignment.notFound`, `assignment.changed`, `assignment.published`. */
export const lockDraft = async (
  tx: Transaction,
  userId: string,
  { assignmentId, rev }: { readonly assignmentId: string; readonly rev: number },
): Promise<CallerAssignment> => {
  const found = await lockTaughtAssignment(tx, userId, assignmentId);
  if (found.status !== 'draft') throw new CodedError('assignment.published');
  if (found.rev !== rev) throw new CodedError('assignment.changed');
  return found;
};

export const saveRubric: UseCase<'saveRubric', AssignmentDependencies> = async ({ db, clock }, { reader }, input) => {
  const { assignmentId, questionId, rubric } = input;
  await db.transaction(async (tx) => {
    const { kind } = await lockDraft(tx, reader.userId, input);
    // A task has one question, which exists from the publication on: its rubric is that of the whole assignment.
    if (!hasPaper(kind) && (kind === 'external' || kind === 'reading' || questionId !== undefined))
      throw new CodedError('assignment.noPaper');
    if (questionId !== undefined && !(await listMarkedQuestions(tx, assignmentId)).some(({ id }) => id === questionId))
      throw new CodedError('request.invalid', { reason: '这道题不用老师批，不需要量规' });
    await putRubric(tx, { assignmentId, questionId }, rubric, clock.now());
    await countChange(tx, assignmentId);
  });
  const changed = await requireTaughtAssignment(db.orm, reader.userId, assignmentId);
  return { payload: await viewAssignment(db.orm, reader.userId, changed, clock.now()), say: '量规已保存' };
};
