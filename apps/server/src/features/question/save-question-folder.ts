/** Creates or renames a folder of a bank. */
import { CodedError, LIMITS, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, lockUsableBank } from './bank-rights.ts';
import { insertFolder, listFolders, renameFolder } from './bank-store.ts';
import type { QuestionDependencies } from './question-dependencies.ts';

/**
 * Throws `question.bankNotFound`, `question.readOnly`, `question.folderNotFound`, `question.folderNameTaken`, `question.tooManyFolders`.
 */
export const saveQuestionFolder: UseCase<'saveQuestionFolder', QuestionDependencies> = async (deps, context, { bankId, id, name }) => {
  const caller = await bankCallerOf(deps, context);
  return deps.db.transaction(async (tx) => {
    await lockUsableBank(tx, caller, bankId, 'edit');
    const folders = await listFolders(tx, bankId);
    if (folders.some((folder) => folder.name === name && folder.id !== id)) throw new CodedError('question.folderNameTaken');
    if (id === undefined) {
      if (folders.length >= LIMITS.questionFoldersPerBank)
        throw new CodedError('question.tooManyFolders', { max: LIMITS.questionFoldersPerBank });
      const folder = { id: newId(deps.clock.now()), name, questions: 0 };
      await insertFolder(tx, { ...folder, bankId });
      return { payload: folder, say: '分类已建好' };
    }
    const found = folders.find((folder) => folder.id === id);
    if (found === undefined) throw new CodedError('question.folderNotFound');
    await renameFolder(tx, { id, name });
    return { payload: { ...found, name }, say: '已保存' };
  });
};
