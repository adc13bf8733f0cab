/** Copies questions to a bank. */
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf } from './bank-rights.ts';
import { insertNewQuestions } from './insert-new-questions.ts';
import { lockTwoBanks } from './lock-two-banks.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { readContents } from './question-store.ts';
import { prepareVersion } from './question-version.ts';

/** Throws `question.bankNotFound`, `question.notFound`, `question.readOnly`, `question.folderNotFound`, `question.tooMany`. */
export const copyQuestions: UseCase<'copyQuestions', QuestionDependencies> = async (deps, context, input) => {
  const caller = await bankCallerOf(deps, context);
  const ids = await deps.db.transaction(async (tx) => {
    const { questions, folderId } = await lockTwoBanks(tx, caller, input, 'view');
    const contents = await readContents(
      tx,
      questions.map(({ versionId }) => versionId),
    );
    return insertNewQuestions(
      tx,
      { bankId: input.toBankId, folderId, userId: caller.userId, now: deps.clock.now() },
      questions.flatMap(({ versionId, tags, knowledgePoints, difficulty, origin }) => {
        const content = contents.get(versionId);
        return content === undefined ? [] : [{ version: prepareVersion(content), tags, knowledgePoints, difficulty, origin }];
      }),
    );
  });
  return { payload: { ids }, say: `已复制 ${ids.length} 道题` };
};
