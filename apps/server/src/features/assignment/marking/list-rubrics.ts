/** Lists the rubrics of an assignment; to students those that the teacher shows. Throws `assignment.notFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { requireOwnAssignment } from '../assignment-view.ts';
import { listRubricsOf } from './rubric-store.ts';
import { listFixedQuestions, readRubrics } from './rubrics.ts';

export const listRubrics: UseCase<'listRubrics', AssignmentDependencies> = async ({ db }, { reader }, { assignmentId }) => {
  const { isTeacher } = await requireOwnAssignment(db.orm, reader.userId, assignmentId);
  const rubrics = await listRubricsOf(db.orm, assignmentId);
  if (!isTeacher) {
    const fixed = await listFixedQuestions(db.orm, assignmentId);
    return { items: rubrics.filter(({ questionId, rubric }) => rubric.isShown && (questionId === undefined || fixed.has(questionId))) };
  }
  const marked = [...(await readRubrics(db.orm, assignmentId)).keys()];
  const isOwn = (id: string): boolean => rubrics.some(({ questionId }) => questionId === id);
  return {
    items: rubrics.map((each) => ({
      ...each,
      questionIds: marked.filter((id) => (each.questionId === undefined ? !isOwn(id) : id === each.questionId)),
    })),
  };
};
