/** The questions that other slices put into papers: each pins a version, which never changes. */
import { CodedError, type Question, type QuestionSummary } from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import { bankCallerOf, requireBank } from './bank-rights.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { listQuestionsByIds, readContents } from './question-store.ts';
import { viewSummary } from './question-view.ts';

/** A question as a paper takes it: the summary names its version, `view` is for the students, `key` for the scoring. */
export interface PinnedQuestion extends Question {
  readonly summary: QuestionSummary;
}

/**
 * Returns the newest versions of questions that the caller may use, in the order of `ids`. Throws `question.bankNotFound`,
 * `question.notFound` if the bank lacks one or it is archived.
 */
export const pinQuestions = async (
  deps: QuestionDependencies,
  context: Pick<ReaderContext, 'reader'>,
  bankId: string,
  ids: readonly string[],
): Promise<PinnedQuestion[]> => {
  const db = deps.db.orm;
  await requireBank(db, await bankCallerOf(deps, context), bankId, 'view');
  const stored = new Map((await listQuestionsByIds(db, bankId, ids)).map((question) => [question.id, question]));
  const contents = await readContents(
    db,
    [...stored.values()].map(({ versionId }) => versionId),
  );
  return ids.map((id) => {
    const question = stored.get(id);
    const content = question === undefined ? undefined : contents.get(question.versionId);
    if (question?.status !== 'active' || content === undefined) throw new CodedError('question.notFound');
    return { summary: viewSummary(question), ...content };
  });
};
