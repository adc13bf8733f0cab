/** Returns a bank with what its questions are filtered by. */
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, requireBank } from './bank-rights.ts';
import { listFolders, listLabels } from './bank-store.ts';
import { viewBank } from './bank-view.ts';
import { QUESTION_LIMITS } from './limits.ts';
import type { QuestionDependencies } from './question-dependencies.ts';

/** Throws `question.bankNotFound`. */
export const getQuestionBank: UseCase<'getQuestionBank', QuestionDependencies> = async (deps, context, { id }) => {
  const db = deps.db.orm;
  const caller = await bankCallerOf(deps, context);
  const bank = await requireBank(db, caller, id, 'view');
  const [view, folders, tags, knowledgePoints] = await Promise.all([
    viewBank(db, caller, bank),
    listFolders(db, id),
    listLabels(db, id, 'tags', QUESTION_LIMITS.listedLabels),
    listLabels(db, id, 'knowledge_points', QUESTION_LIMITS.listedLabels),
  ]);
  return { ...view, folders, tags, knowledgePoints };
};
