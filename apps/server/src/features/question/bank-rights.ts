/** Who may do what with a bank: the only implementation of that rule (product.md §5, "question banks"). */
import { CodedError, type QuestionBankRight } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import { listAuthoredBooks } from '../catalog/authors/authored-books.ts';
import { listTaughtClasses, type TaughtClass } from '../teaching/taught-classes.ts';
import { listTeacherInstitutions } from '../teaching/teacher-institutions.ts';
import { findBank, lockBank, type StoredBank } from './bank-store.ts';
import type { QuestionDependencies } from './question-dependencies.ts';

/** What a caller is, as far as banks depend on it. */
export interface BankCaller {
  readonly userId: string;
  readonly classes: readonly TaughtClass[];
  /** Institutions whose teacher the caller is. */
  readonly institutions: readonly { readonly id: string; readonly name: string }[];
  readonly authoredBookIds: readonly string[];
}

export const bankCallerOf = async (deps: QuestionDependencies, { reader }: Pick<ReaderContext, 'reader'>): Promise<BankCaller> => {
  const [classes, institutions, authored] = await Promise.all([
    listTaughtClasses(deps.db.orm, reader.userId),
    reader.roles.includes('teacher') ? listTeacherInstitutions(deps, reader) : [],
    listAuthoredBooks(deps.db.orm, reader.userId),
  ]);
  return { userId: reader.userId, classes, institutions, authoredBookIds: authored.map(({ bookId }) => bookId) };
};

type Owned = Pick<StoredBank, 'teacherId' | 'classId' | 'institutionId' | 'bookId' | 'createdBy'>;

/**
 * Returns what the caller may do with a bank, undefined if nothing. An own bank, the bank of a class that the caller teaches, and that of a
 * book of which the caller is an author are managed; teachers of an institution edit its banks, and manage those they created; teachers
 * view the banks of the books that their classes use.
 */
export const rightToBank = (caller: BankCaller, bank: Owned): QuestionBankRight | undefined => {
  if (bank.teacherId !== null) return bank.teacherId === caller.userId ? 'manage' : undefined;
  if (bank.classId !== null) return caller.classes.some(({ id }) => id === bank.classId) ? 'manage' : undefined;
  if (bank.institutionId !== null) {
    if (!caller.institutions.some(({ id }) => id === bank.institutionId)) return undefined;
    return bank.createdBy === caller.userId ? 'manage' : 'edit';
  }
  if (bank.bookId !== null && caller.authoredBookIds.includes(bank.bookId)) return 'manage';
  return caller.classes.some(({ bookId }) => bookId === bank.bookId) ? 'view' : undefined;
};

const RANK: Readonly<Record<QuestionBankRight, number>> = { view: 0, edit: 1, manage: 2 };

/** A bank with what the caller may do with it. */
export type UsableBank = StoredBank & { readonly right: QuestionBankRight };

const admitted = (caller: BankCaller, bank: StoredBank | undefined, needed: QuestionBankRight): UsableBank => {
  const right = bank === undefined ? undefined : rightToBank(caller, bank);
  if (bank === undefined || right === undefined) throw new CodedError('question.bankNotFound');
  // An archived bank is restored before its questions are changed.
  if (RANK[right] < RANK[needed] || (needed === 'edit' && bank.status === 'archived')) throw new CodedError('question.readOnly');
  return { ...bank, right };
};

/** Returns a bank that the caller may use. Throws `question.bankNotFound`, as for an unknown bank, and `question.readOnly`. */
export const requireBank = async (db: Queryable, caller: BankCaller, bankId: string, needed: QuestionBankRight): Promise<UsableBank> =>
  admitted(caller, await findBank(db, bankId), needed);

/** Locks a bank that the caller may use until the transaction ends. Throws `question.bankNotFound`, `question.readOnly`. */
export const lockUsableBank = async (
  tx: Transaction,
  caller: BankCaller,
  bankId: string,
  needed: Exclude<QuestionBankRight, 'view'>,
): Promise<UsableBank> => admitted(caller, await lockBank(tx, bankId), needed);
