/** Stores new questions of a bank, each with its first version. */
import { CodedError, LIMITS, newId, type QuestionOrigin } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { countQuestions, insertQuestions, insertVersion } from './question-store.ts';
import { type PreparedVersion, searchTextOf } from './question-version.ts';

export interface QuestionToInsert {
  readonly version: PreparedVersion;
  readonly tags: readonly string[];
  readonly knowledgePoints: readonly string[];
  readonly difficulty: number | null;
  readonly origin: QuestionOrigin | null;
}

/** Throws `question.tooMany` if the bank would have more questions than are allowed. */
export const requireRoomForQuestions = async (tx: Transaction, bankId: string, count: number): Promise<void> => {
  if ((await countQuestions(tx, bankId)) + count > LIMITS.questionsPerBank)
    throw new CodedError('question.tooMany', { max: LIMITS.questionsPerBank });
};

/**
 * Stores questions of a bank that the transaction has locked. Lists show the newest first, so the ids are given in descending order and the
 * questions are listed in the given order. Returns the ids in that order. Throws `question.tooMany`.
 */
export const insertNewQuestions = async (
  tx: Transaction,
  { bankId, folderId, userId, now }: { bankId: string; folderId: string | null; userId: string; now: number },
  questions: readonly QuestionToInsert[],
): Promise<string[]> => {
  await requireRoomForQuestions(tx, bankId, questions.length);
  const ids = questions
    .map(() => newId(now))
    .toSorted()
    .toReversed();
  const rows = questions.map(({ version, ...labels }, index) => ({
    id: ids[index] ?? newId(now),
    bankId,
    folderId,
    ...labels,
    searchText: searchTextOf(version, { tags: [...labels.tags], knowledgePoints: [...labels.knowledgePoints] }),
    createdAt: now,
    version,
  }));
  await insertQuestions(tx, rows);
  for (const { id, version } of rows)
    await insertVersion(tx, { ...version, id: newId(now), questionId: id, no: 1, createdBy: userId, createdAt: now });
  return ids;
};
