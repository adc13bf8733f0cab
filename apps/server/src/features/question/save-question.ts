/** Stores a new question, or the next version of one. */
import { CodedError, newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { bankCallerOf, lockUsableBank } from './bank-rights.ts';
import { insertNewQuestions } from './insert-new-questions.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { findQuestion, insertVersion, putQuestion, type StoredQuestion } from './question-store.ts';
import { type PreparedVersion, prepareVersion, searchTextOf } from './question-version.ts';
import { viewQuestions } from './question-view.ts';
import { requireFolder } from './require-folder.ts';

type Input = UseCaseInput<'saveQuestion'>;

/** Throws `question.changed` with the stored question, whose bank the transaction has locked. */
const refuseChanged = async (tx: Transaction, stored: StoredQuestion): Promise<never> => {
  const [payload] = await viewQuestions(tx, [stored]);
  throw new CodedError('question.changed', {}, { payload });
};

/** Changes a question of a bank that the transaction has locked, so that its revision cannot change meanwhile. */
const changeQuestion = async (
  tx: Transaction,
  { bankId, id, revision, folderId, tags, knowledgePoints, difficulty }: Input & { readonly id: string },
  version: PreparedVersion,
  { userId, now }: { userId: string; now: number },
): Promise<void> => {
  const stored = await findQuestion(tx, id);
  if (stored?.bankId !== bankId) throw new CodedError('question.notFound');
  if (stored.revision !== revision) await refuseChanged(tx, stored);
  const isNew = stored.contentHash !== version.contentHash;
  const versionNo = stored.versionNo + (isNew ? 1 : 0);
  if (isNew) await insertVersion(tx, { ...version, id: newId(now), questionId: id, no: versionNo, createdBy: userId, createdAt: now });
  await putQuestion(tx, {
    id,
    folderId: await requireFolder(tx, bankId, folderId),
    tags,
    knowledgePoints,
    difficulty: difficulty ?? null,
    versionNo,
    revision,
    searchText: searchTextOf(version, { tags, knowledgePoints }),
    updatedAt: now,
  });
};

/**
 * Throws `question.bankNotFound`, `question.notFound`, `question.readOnly`, `question.folderNotFound`, `question.changed`,
 * `question.incomplete`, `question.tooLarge`, `question.tooMany`.
 */
export const saveQuestion: UseCase<'saveQuestion', QuestionDependencies> = async (deps, context, input) => {
  const caller = await bankCallerOf(deps, context);
  const { userId } = caller;
  const now = deps.clock.now();
  const { id, bankId, tags, knowledgePoints, difficulty = null } = input;
  const stored = await deps.db.transaction(async (tx) => {
    await lockUsableBank(tx, caller, bankId, 'edit');
    const version = prepareVersion({ view: input.view, key: input.key });
    if (id !== undefined) {
      await changeQuestion(tx, { ...input, id }, version, { userId, now });
      return findQuestion(tx, id);
    }
    const folderId = await requireFolder(tx, bankId, input.folderId);
    const [created = ''] = await insertNewQuestions(tx, { bankId, folderId, userId, now }, [
      { version, tags, knowledgePoints, difficulty, origin: null },
    ]);
    return findQuestion(tx, created);
  });
  const [payload] = stored === undefined ? [] : await viewQuestions(deps.db.orm, [stored]);
  if (payload === undefined) throw new CodedError('question.notFound');
  return { payload, say: '题目已保存' };
};
