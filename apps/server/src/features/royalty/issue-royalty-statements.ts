/** Issues the accounts of books: their entries and lines never change from then on. */
import { CodedError } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { type Operator, operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { notifyUser } from '../notification/notifications.ts';
import { describeAccount, describeStoredAccount, issueAccount, sumIssued } from './account-store.ts';
import { computeNextAccount, divideBookLedger } from './make-statements.ts';
import { lockRoyalties, setSettledPeriod } from './rate-store.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { listStatementsOfAccount, lockScopedStatements } from './statement-store.ts';

/** Requires that the accounts of a book equal its ledger to the fen, and that the parts of each entry add up to it. */
const requireBalance = async (tx: Transaction, bookId: string, period: string): Promise<void> => {
  const ledger = (await divideBookLedger(tx, bookId, period)).reduce((sum, { grossFen }) => sum + grossFen, 0);
  const { grossFen, wrong } = await sumIssued(tx, bookId);
  if (wrong > 0 || grossFen !== ledger)
    throw new Error(`the royalties of ${bookId} until ${period} do not balance: ${grossFen} of ${ledger} fen, ${wrong} wrong entries`);
};

interface Account {
  readonly bookId: string;
  readonly bookTitle: string;
  readonly period: string;
}

/** Issues one account. Returns the number of its statements. */
const issue = async (tx: Transaction, { bookId, bookTitle, period }: Account, operator: Operator, now: number): Promise<number> => {
  const computed = await computeNextAccount(tx, bookId, now);
  const isUnchanged = computed?.period === period && describeAccount(computed) === (await describeStoredAccount(tx, bookId, period));
  if (!isUnchanged) throw new CodedError('royalty.changed', { book: bookTitle });
  await issueAccount(tx, bookId, period, now);
  await setSettledPeriod(tx, bookId, period);
  await requireBalance(tx, bookId, period);
  const statements = await listStatementsOfAccount(tx, bookId, period);
  for (const { id, userId, fen } of statements) {
    await notifyUser(tx, userId, { kind: 'royaltyIssued', subject: { id, name: bookTitle } }, now);
    const target = { kind: 'royaltyStatement' as const, id, name: bookTitle };
    await recordAuditEvent(tx, operator, { action: 'royalty.issue', target, after: { period, fen } }, now);
  }
  return statements.length;
};

/** Issues statements as the given operator. Returns how many. */
export const issueStatementsAs = async (
  { db, clock }: RoyaltyDependencies,
  { operator, accessScope }: { readonly operator: Operator; readonly accessScope: AccessScope | undefined },
  ids: readonly string[],
): Promise<number> => {
  const now = clock.now();
  const named = [...new Set(ids)];
  return db.transaction(async (tx) => {
    const read = await lockScopedStatements(tx, named, accessScope);
    for (const bookId of [...new Set(read.map((one) => one.bookId))].toSorted()) await lockRoyalties(tx, bookId);
    const found = await lockScopedStatements(tx, named, accessScope);
    if (found.length !== named.length) throw new CodedError('royalty.notFound');
    if (found.some(({ status }) => status !== 'draft')) throw new CodedError('royalty.stateChanged');
    const accounts = new Map(found.map(({ bookId, bookTitle, period }) => [bookId, { bookId, bookTitle, period }]));
    let changed = 0;
    for (const account of accounts.values()) changed += await issue(tx, account, operator, now);
    return changed;
  });
};

/** Throws `royalty.notFound`, `royalty.stateChanged`, `royalty.changed`. */
export const issueRoyaltyStatements: UseCase<'issueRoyaltyStatements', RoyaltyDependencies> = async (deps, caller, { ids }) => {
  const changed = await issueStatementsAs(deps, { operator: operatorOf(caller), accessScope: caller.accessScope }, ids);
  return { payload: { changed }, say: `已出具 ${changed} 份结算单` };
};
