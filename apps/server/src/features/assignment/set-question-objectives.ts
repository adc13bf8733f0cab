/** Sets which course objective each question examines. Throws `assignment.notFound`, `request.invalid`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { putObjectives } from './analysis-store.ts';
import { analyzeAssignment } from './analyze-assignment.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment } from './assignment-view.ts';
import { listQuestions } from './store.ts';

export const setQuestionObjectives: UseCase<'setQuestionObjectives', AssignmentDependencies> = async (
  { db },
  { reader },
  { assignmentId, objectives },
) => {
  const payload = await db.transaction(async (tx) => {
    const one = await lockTaughtAssignment(tx, reader.userId, assignmentId);
    if (one.status === 'draft') throw new CodedError('assignment.notFound');
    const known = new Set((await listQuestions(tx, assignmentId)).map(({ id }) => id));
    const ids = objectives.map(({ questionId }) => questionId);
    if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id)))
      throw new CodedError('request.invalid', { reason: '没有这道题，请刷新后再试' });
    await putObjectives(tx, assignmentId, objectives);
    return analyzeAssignment(tx, one);
  });
  return { payload, say: '已保存' };
};
