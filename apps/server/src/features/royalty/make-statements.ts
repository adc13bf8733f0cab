/** Makes the account of a book for its next month: which entries of the ledger it takes, and a statement for each contributor. */
import { newId } from '@shufang/contract';
import { dayOf, startOfDay } from '../../platform/china-time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import {
  deleteDraft,
  describeAccount,
  describeStoredAccount,
  keyOfEntry,
  listAdjustments,
  listSettledKeys,
  type NewAccount,
  putDraft,
} from './account-store.ts';
import { listBookIncome } from './book-income.ts';
import { endOfPeriod, firstDayOf, lastCompletePeriod, nextPeriod, periodOfDay } from './periods.ts';
import { findRoyaltyBook, findTitle, listBooksToSettle, listContributors, listRates, lockRoyalties } from './rate-store.ts';
import { type DividedEntry, divideLedger } from './royalty-shares.ts';

/** Returns the whole divided ledger of a book up to the end of a month. It begins with the month of the first rate. */
export const divideBookLedger = async (db: Queryable, bookId: string, period: string): Promise<DividedEntry[]> => {
  const rates = await listRates(db, bookId);
  const first = rates[0]?.validFrom;
  if (first === undefined) return [];
  const until = endOfPeriod(period);
  const income = await listBookIncome(db, bookId, startOfDay(firstDayOf(periodOfDay(first))), until);
  return divideLedger([...income, ...(await listAdjustments(db, bookId, until))], rates);
};

const statementsOf = (entries: readonly DividedEntry[], names: ReadonlyMap<string, string>, now: number): NewAccount['statements'] => {
  const lines = entries.flatMap(({ parts, grossFen }, index) => parts.map((part) => ({ ...part, no: index + 1, grossFen })));
  return [...Map.groupBy(lines, ({ userId }) => userId)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([userId, own]) => ({
      id: newId(now),
      userId,
      payee: names.get(userId) ?? '',
      lines: own.map(({ no, rateBp, fen }) => ({ no, rateBp, fen })),
      grossFen: own.reduce((sum, { grossFen }) => sum + grossFen, 0),
      fen: own.reduce((sum, { fen }) => sum + fen, 0),
    }));
};

/**
 * Computes the next account of a book, up to the last complete month: the first month with an entry that a contributor has a part of.
 * Entries of months that are settled, such as a late refund, belong to the next month that is not. Undefined if there is nothing to settle.
 */
export const computeNextAccount = async (db: Queryable, bookId: string, now: number): Promise<NewAccount | undefined> => {
  const last = lastCompletePeriod(now);
  const [book, settledKeys] = [await findRoyaltyBook(db, bookId), await listSettledKeys(db, bookId)];
  const open = (await divideBookLedger(db, bookId, last)).filter((entry) => !settledKeys.has(keyOfEntry(entry)));
  const firstOpen = book?.settledPeriod === undefined ? '' : nextPeriod(book.settledPeriod);
  const periodOf = (at: number): string => {
    const own = periodOfDay(dayOf(at));
    return own < firstOpen ? firstOpen : own;
  };
  const period = open
    .filter(({ parts }) => parts.length > 0)
    .map(({ at }) => periodOf(at))
    .toSorted()[0];
  if (period === undefined || period > last) return undefined;
  const entries = open.filter(({ at }) => periodOf(at) <= period);
  const names = new Map((await listContributors(db, bookId)).flatMap(({ userId, name }) => (userId === undefined ? [] : [[userId, name]])));
  const bookTitle = (await findTitle(db, bookId)) ?? '';
  return { bookId, bookTitle, period, madeAt: now, entries, statements: statementsOf(entries, names, now) };
};

/** Makes the draft of a book in place of an earlier one. Returns the number of its statements; 0 also if it has not changed. */
export const makeDraft = async (tx: Transaction, bookId: string, now: number): Promise<number> => {
  await lockRoyalties(tx, bookId);
  const account = await computeNextAccount(tx, bookId, now);
  if (account === undefined) {
    await deleteDraft(tx, bookId, undefined);
    return 0;
  }
  if ((await describeStoredAccount(tx, bookId, account.period)) === describeAccount(account)) return 0;
  await putDraft(tx, account);
  return account.statements.length;
};

/** Makes the drafts of all books in the access scope. Returns the number of new or changed statements. */
export const makeDrafts = async (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  accessScope: AccessScope | undefined,
  signal?: AbortSignal,
): Promise<number> => {
  const now = clock.now();
  let made = 0;
  for (const bookId of await listBooksToSettle(db.orm, lastCompletePeriod(now), accessScope)) {
    if (signal?.aborted === true) break;
    made += await db.transaction((tx) => makeDraft(tx, bookId, now));
  }
  return made;
};
