/** Creates a bank. */
import { CodedError, LIMITS, newId, type QuestionBankOwner } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { findBook } from '../catalog/find-books.ts';
import { type BankCaller, bankCallerOf, rightToBank } from './bank-rights.ts';
import { insertBank, listBanksOf } from './bank-store.ts';
import { viewBank } from './bank-view.ts';
import type { QuestionDependencies } from './question-dependencies.ts';

const NOT_FOUND = {
  teacher: 'question.bankNotFound',
  class: 'class.notFound',
  institution: 'institution.notFound',
  book: 'catalog.bookNotFound',
} as const;

/** Returns the columns of the owner. Throws its not-found error unless the caller may manage a bank of this owner. */
const ownedBy = async (db: Queryable, caller: BankCaller, owner: QuestionBankOwner) => {
  const owned = {
    teacherId: owner.kind === 'teacher' ? caller.userId : null,
    classId: owner.kind === 'class' ? owner.id : null,
    institutionId: owner.kind === 'institution' ? owner.id : null,
    bookId: owner.kind === 'book' ? owner.id : null,
    createdBy: caller.userId,
  };
  if (rightToBank(caller, owned) !== 'manage') throw new CodedError(NOT_FOUND[owner.kind]);
  if (owner.kind === 'book' && (await findBook(db, owner.id)) === undefined) throw new CodedError('catalog.bookNotFound');
  return owned;
};

/** Throws `class.notFound`, `institution.notFound`, `catalog.bookNotFound`, `question.tooManyBanks`. */
export const createQuestionBank: UseCase<'createQuestionBank', QuestionDependencies> = async (deps, context, { name, owner }) => {
  const caller = await bankCallerOf(deps, context);
  const owned = await ownedBy(deps.db.orm, caller, owner);
  const createdAt = deps.clock.now();
  const bank = { id: newId(createdAt), name, createdAt, ...owned };
  const of = (id: string | null): string[] => (id === null ? [] : [id]);
  await deps.db.transaction(async (tx) => {
    const existing = await listBanksOf(tx, {
      teacherId: owned.teacherId ?? '',
      classIds: of(owned.classId),
      institutionIds: of(owned.institutionId),
      bookIds: of(owned.bookId),
    });
    if (existing.length >= LIMITS.questionBanksPerOwner)
      throw new CodedError('question.tooManyBanks', { max: LIMITS.questionBanksPerOwner });
    await insertBank(tx, bank);
  });
  return { payload: await viewBank(deps.db.orm, caller, { ...bank, status: 'active', questions: 0 }), say: '题库已建好' };
};
