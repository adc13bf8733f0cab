/** Returns a question with one of its versions. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, requireBank } from './bank-rights.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { findQuestion, listVersions } from './question-store.ts';
import { viewQuestions } from './question-view.ts';

/** Throws `question.notFound` also for who may not use its bank, and for a version that it does not have. */
export const getQuestion: UseCase<'getQuestion', QuestionDependencies> = async (deps, context, { id, versionNo }) => {
  const db = deps.db.orm;
  const found = await findQuestion(db, id);
  if (found === undefined) throw new CodedError('question.notFound');
  const caller = await bankCallerOf(deps, context);
  const bank = await requireBank(db, caller, found.bankId, 'view').catch((error: unknown) => {
    throw error instanceof CodedError ? new CodedError('question.notFound') : error;
  });
  const versions = await listVersions(db, id);
  const shown = versions.find(({ no }) => no === (versionNo ?? found.versionNo));
  if (shown === undefined) throw new CodedError('question.notFound');
  const { type, title, excerpt, maximumMilli } = shown;
  const [question] = await viewQuestions(db, [{ ...found, versionId: shown.id, versionNo: shown.no, type, title, excerpt, maximumMilli }]);
  if (question === undefined) throw new CodedError('question.notFound');
  return {
    ...question,
    right: bank.right,
    versions: versions.map(({ id: versionId, no, createdAt }) => ({ id: versionId, no, createdAt })),
  };
};
