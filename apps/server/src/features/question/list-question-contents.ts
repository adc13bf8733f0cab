/** Lists questions of a bank with their contents and keys. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, requireBank } from './bank-rights.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { listQuestionPage, listQuestionsByIds } from './question-store.ts';
import { viewQuestions } from './question-view.ts';

/** Throws `question.bankNotFound`, `request.invalid` for an invalid cursor. Ids of questions that the bank does not have are ignored. */
export const listQuestionContents: UseCase<'listQuestionContents', QuestionDependencies> = async (
  deps,
  context,
  { bankId, ids, cursor, limit },
) => {
  const db = deps.db.orm;
  await requireBank(db, await bankCallerOf(deps, context), bankId, 'view');
  if (ids !== undefined) return { items: await viewQuestions(db, await listQuestionsByIds(db, bankId, ids)) };
  const found = await listQuestionPage(db, { bankId, status: 'active', terms: [] }, { after: readTimeCursor(cursor), limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
  return { items: await viewQuestions(db, items), ...(next === undefined ? {} : { nextCursor: next }) };
};
