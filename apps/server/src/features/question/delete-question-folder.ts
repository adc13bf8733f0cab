/** Deletes a folder of a bank; its questions stay. */
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, lockUsableBank } from './bank-rights.ts';
import { deleteFolder } from './bank-store.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { requireFolder } from './require-folder.ts';

/** Throws `question.bankNotFound`, `question.readOnly`, `question.folderNotFound`. */
export const deleteQuestionFolder: UseCase<'deleteQuestionFolder', QuestionDependencies> = async (deps, context, { bankId, id }) => {
  const caller = await bankCallerOf(deps, context);
  await deps.db.transaction(async (tx) => {
    await lockUsableBank(tx, caller, bankId, 'edit');
    await requireFolder(tx, bankId, id);
    await deleteFolder(tx, id);
  });
  return { payload: {}, say: '分类已删除，里面的题目还在题库里' };
};
