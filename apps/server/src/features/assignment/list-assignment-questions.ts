/** Lists the questions of an assignment with their keys, for the teacher of its class. Throws `assignment.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireTaughtAssignment } from './assignment-view.ts';
import { readLayout } from './paper-store.ts';
import { listKeys, listQuestions } from './store.ts';

export const listAssignmentQuestions: UseCase<'listAssignmentQuestions', AssignmentDependencies> = async ({ db }, { reader }, { id }) => {
  await requireTaughtAssignment(db.orm, reader.userId, id);
  const keys = await listKeys(db.orm, id);
  const questions = await listQuestions(db.orm, id);
  return {
    items: questions.flatMap((question) => {
      const key = keys.get(question.id);
      return key === undefined ? [] : { id: question.id, view: question.view, key };
    }),
    layout: await readLayout(db.orm, id),
  };
};
