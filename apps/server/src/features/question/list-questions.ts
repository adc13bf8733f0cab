/** Lists the questions of a bank. */
import { foldQuery } from '@shufang/contract/fold-text';
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, requireBank } from './bank-rights.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { listQuestionPage } from './question-store.ts';
import { viewSummary } from './question-view.ts';

/** Throws `question.bankNotFound`, `request.invalid` for an invalid cursor. */
export const listQuestions: UseCase<'listQuestions', QuestionDependencies> = async (
  deps,
  context,
  { cursor, limit, text = '', folderId, ...filter },
) => {
  await requireBank(deps.db.orm, await bankCallerOf(deps, context), filter.bankId, 'view');
  const found = await listQuestionPage(
    deps.db.orm,
    {
      ...filter,
      folderId: folderId === 'none' ? null : folderId,
      terms: foldQuery(text),
    },
    { after: readTimeCursor(cursor), limit: limit + 1 },
  );
  const { items, next } = pageOf(found, limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
  return { items: items.map(viewSummary), ...(next === undefined ? {} : { nextCursor: next }) };
};
