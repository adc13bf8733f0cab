/** Converts banks for their users. */
import type { QuestionBank } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findBooks } from '../catalog/find-books.ts';
import { type BankCaller, rightToBank } from './bank-rights.ts';
import type { StoredBank } from './bank-store.ts';

type Owner = QuestionBank['owner'];

const ownerOf = (bank: StoredBank, caller: BankCaller, titles: ReadonlyMap<string, string>): Owner => {
  const named = (kind: Owner['kind'], id: string, name: string | undefined): Owner => ({
    kind,
    id,
    ...(name === undefined ? {} : { name }),
  });
  const nameIn = (list: readonly { id: string; name: string }[], id: string) => list.find((each) => each.id === id)?.name;
  if (bank.classId !== null) return named('class', bank.classId, nameIn(caller.classes, bank.classId));
  if (bank.institutionId !== null) return named('institution', bank.institutionId, nameIn(caller.institutions, bank.institutionId));
  if (bank.bookId !== null) return named('book', bank.bookId, titles.get(bank.bookId));
  return { kind: 'teacher' };
};

/** Converts banks for the caller; those that the caller may not use are left out. */
export const viewBanks = async (db: Queryable, caller: BankCaller, banks: readonly StoredBank[]): Promise<QuestionBank[]> => {
  const books = await findBooks(
    db,
    banks.flatMap(({ bookId }) => bookId ?? []),
  );
  const titles = new Map(books.map(({ id, title }) => [id, title]));
  return banks.flatMap((bank) => {
    const right = rightToBank(caller, bank);
    if (right === undefined) return [];
    const { id, name, status, questions, createdAt } = bank;
    return [{ id, name, owner: ownerOf(bank, caller, titles), status, right, questions, createdAt }];
  });
};

/** Converts one bank that the caller may use. */
export const viewBank = async (db: Queryable, caller: BankCaller, bank: StoredBank): Promise<QuestionBank> => {
  const [view] = await viewBanks(db, caller, [bank]);
  if (view === undefined) throw new Error(`no view of bank ${bank.id}`);
  return view;
};
