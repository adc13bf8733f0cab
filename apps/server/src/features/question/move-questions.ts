/** Moves questions to a folder or to another bank. */
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf } from './bank-rights.ts';
import { requireRoomForQuestions } from './insert-new-questions.ts';
import { lockTwoBanks } from './lock-two-banks.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { moveToFolder } from './question-store.ts';

/** Throws `question.bankNotFound`, `question.notFound`, `question.readOnly`, `question.folderNotFound`, `question.tooMany`. */
export const moveQuestions: UseCase<'moveQuestions', QuestionDependencies> = async (deps, context, input) => {
  const caller = await bankCallerOf(deps, context);
  const { bankId, toBankId } = input;
  const count = await deps.db.transaction(async (tx) => {
    const { questions, folderId } = await lockTwoBanks(tx, caller, input, 'edit');
    if (bankId !== toBankId) await requireRoomForQuestions(tx, toBankId, questions.length);
    await moveToFolder(tx, { bankId, ids: questions.map(({ id }) => id), toBankId, toFolderId: folderId });
    return questions.length;
  });
  return { payload: {}, say: `已移动 ${count} 道题` };
};
