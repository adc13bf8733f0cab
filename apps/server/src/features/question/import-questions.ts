/** Stores the questions that a user has chosen from the preview of an import. */
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, lockUsableBank } from './bank-rights.ts';
import { insertNewQuestions } from './insert-new-questions.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { prepareVersion } from './question-version.ts';
import { requireFolder } from './require-folder.ts';

/**
 * Throws `question.bankNotFound`, `question.readOnly`, `question.folderNotFound`, `question.incomplete`, `question.tooLarge`,
 * `question.tooMany`.
 */
export const importQuestions: UseCase<'importQuestions', QuestionDependencies> = async (deps, context, { bankId, folderId, items }) => {
  const caller = await bankCallerOf(deps, context);
  const ids = await deps.db.transaction(async (tx) => {
    await lockUsableBank(tx, caller, bankId, 'edit');
    return insertNewQuestions(
      tx,
      { bankId, folderId: await requireFolder(tx, bankId, folderId), userId: caller.userId, now: deps.clock.now() },
      items.map(({ view, key, tags, knowledgePoints, difficulty = null, origin }) => ({
        version: prepareVersion({ view, key }),
        tags,
        knowledgePoints,
        difficulty,
        origin,
      })),
    );
  });
  return { payload: { ids }, say: `已导入 ${ids.length} 道题` };
};
