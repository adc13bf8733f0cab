/** Lists the banks that the caller may use. */
import type { UseCase } from '../../platform/http/register.ts';
import { findBooks } from '../catalog/find-books.ts';
import { bankCallerOf } from './bank-rights.ts';
import { listBanksOf } from './bank-store.ts';
import { viewBanks } from './bank-view.ts';
import type { QuestionDependencies } from './question-dependencies.ts';

export const listQuestionBanks: UseCase<'listQuestionBanks', QuestionDependencies> = async (deps, context) => {
  const db = deps.db.orm;
  const caller = await bankCallerOf(deps, context);
  const { classes, institutions, authoredBookIds } = caller;
  const [banks, books] = await Promise.all([
    listBanksOf(db, {
      teacherId: caller.userId,
      classIds: classes.map(({ id }) => id),
      institutionIds: institutions.map(({ id }) => id),
      bookIds: [...new Set([...authoredBookIds, ...classes.map(({ bookId }) => bookId)])],
    }),
    findBooks(db, authoredBookIds),
  ]);
  const owners = [
    ...classes.filter(({ status }) => status !== 'archived').map(({ id, name }) => ({ kind: 'class' as const, id, name })),
    ...institutions.map(({ id, name }) => ({ kind: 'institution' as const, id, name })),
    ...books.map(({ id, title }) => ({ kind: 'book' as const, id, name: title })),
  ];
  return { banks: await viewBanks(db, caller, banks), owners };
};
