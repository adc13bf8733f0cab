/** Lists the responses to one question without names, for the teachers of the class. Throws `assignment.notFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireTaughtAssignment } from './assignment-view.ts';
import { listResponsesTo } from './score-store.ts';
import { listKeys, listQuestions } from './store.ts';

export const listResponses: UseCase<'listResponses', AssignmentDependencies> = async ({ db }, { reader }, { assignmentId, questionId }) => {
  await requireTaughtAssignment(db.orm, reader.userId, assignmentId);
  const question = (await listQuestions(db.orm, assignmentId)).find(({ id }) => id === questionId);
  const key = (await listKeys(db.orm, assignmentId)).get(questionId);
  if (question === undefined || key === undefined) throw new CodedError('assignment.notFound');
  const items = await listResponsesTo(db.orm, assignmentId, questionId);
  return {
    view: question.view,
    key,
    possibleMilli: question.possibleMilli,
    items: items.map(({ earnedMilli, ...rest }) => ({ ...rest, ...(earnedMilli === null ? {} : { earnedMilli }) })),
  };
};
