/** Archives or restores questions of a bank. */
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, lockUsableBank } from './bank-rights.ts';
import { requireQuestions } from './lock-two-banks.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { putStatus } from './question-store.ts';

/** Throws `question.bankNotFound`, `question.notFound`, `question.readOnly`. */
export const setQuestionStatus: UseCase<'setQuestionStatus', QuestionDependencies> = async (deps, context, { bankId, ids, status }) => {
  const caller = await bankCallerOf(deps, context);
  const count = await deps.db.transaction(async (tx) => {
    await lockUsableBank(tx, caller, bankId, 'edit');
    const questions = await requireQuestions(tx, bankId, ids);
    await putStatus(tx, { bankId, ids, status });
    return questions.length;
  });
  return { payload: {}, say: status === 'archived' ? `已归档 ${count} 道题` : `已恢复 ${count} 道题` };
};
