/** Renames, archives or restores a bank. */
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, lockUsableBank } from './bank-rights.ts';
import { putBank } from './bank-store.ts';
import { viewBank } from './bank-view.ts';
import type { QuestionDependencies } from './question-dependencies.ts';

/** Throws `question.bankNotFound`, `question.readOnly` for who does not manage the bank. */
export const updateQuestionBank: UseCase<'updateQuestionBank', QuestionDependencies> = async (deps, context, { id, name, status }) => {
  const caller = await bankCallerOf(deps, context);
  const bank = await deps.db.transaction(async (tx) => {
    const found = await lockUsableBank(tx, caller, id, 'manage');
    await putBank(tx, { id, name, status });
    return { ...found, name, status };
  });
  return { payload: await viewBank(deps.db.orm, caller, bank), say: '已保存' };
};
