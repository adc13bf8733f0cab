/** Returns how many questions of a bank a filter finds. Throws `question.bankNotFound`. */
import { foldQuery } from '@shufang/contract/fold-text';
import type { UseCase } from '../../platform/http/register.ts';
import { bankCallerOf, requireBank } from './bank-rights.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { countMatching } from './question-store.ts';

export const countQuestions: UseCase<'countQuestions', QuestionDependencies> = async (
  deps,
  context,
  { text = '', folderId, forDraw, ...filter },
) => {
  await requireBank(deps.db.orm, await bankCallerOf(deps, context), filter.bankId, 'view');
  const wanted = { ...filter, folderId: folderId === 'none' ? null : folderId, terms: foldQuery(text) };
  return { count: await countMatching(deps.db.orm, wanted, forDraw === 'true') };
};
