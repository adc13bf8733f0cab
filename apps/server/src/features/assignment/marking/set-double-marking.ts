/** Sets whether two teachers mark each response to a question. Throws `assignment.notFound`, `marking.begun`, `request.invalid`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { lockAttemptsOf } from '../regrade-store.ts';
import { putDoubleQuestion } from './double-store.ts';
import { lockOwnAssignment, viewPlan } from './marking-plan.ts';

export const setDoubleMarking: UseCase<'setDoubleMarking', AssignmentDependencies> = async ({ db, clock }, { reader }, input) => {
  const { assignmentId, questionId, isDouble, thresholdMilli } = input;
  const payload = await db.transaction(async (tx) => {
    const one = await lockOwnAssignment(tx, reader.userId, assignmentId);
    // No mark is stored meanwhile.
    await lockAttemptsOf(tx, assignmentId);
    const question = (await viewPlan(tx, one)).questions.find((each) => each.questionId === questionId);
    if (question === undefined) throw new CodedError('request.invalid', { reason: '这道题不用老师批' });
    if (!question.mayChange) throw new CodedError('marking.begun');
    await putDoubleQuestion(tx, { assignmentId, questionId }, isDouble ? thresholdMilli : null, clock.now());
    return viewPlan(tx, one);
  });
  return { payload, say: '已保存' };
};
