/** Converts stored questions for their users. */
import type { BankQuestion, Question, QuestionSummary } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { readContents, type StoredQuestion } from './question-store.ts';

export const viewSummary = ({ folderId, difficulty, tags, knowledgePoints, ...one }: StoredQuestion): QuestionSummary => ({
  id: one.id,
  bankId: one.bankId,
  ...(folderId === null ? {} : { folderId }),
  ...(difficulty === null ? {} : { difficulty }),
  tags: [...tags],
  knowledgePoints: [...knowledgePoints],
  type: one.type,
  title: one.title,
  excerpt: one.excerpt,
  maximumMilli: one.maximumMilli,
  status: one.status,
  versionId: one.versionId,
  versionNo: one.versionNo,
  createdAt: one.createdAt,
  updatedAt: one.updatedAt,
});

export const viewQuestion = (stored: StoredQuestion, { view, key }: Question): BankQuestion => ({
  ...viewSummary(stored),
  view,
  key,
  ...(stored.origin === null ? {} : { origin: stored.origin }),
  revision: stored.revision,
});

/** Converts questions with the contents of their versions. */
export const viewQuestions = async (db: Queryable, questions: readonly StoredQuestion[]): Promise<BankQuestion[]> => {
  const contents = await readContents(
    db,
    questions.map(({ versionId }) => versionId),
  );
  return questions.map((stored) => {
    const content = contents.get(stored.versionId);
    if (content === undefined) throw new Error(`question ${stored.id} has no version ${stored.versionId}`);
    return viewQuestion(stored, content);
  });
};
