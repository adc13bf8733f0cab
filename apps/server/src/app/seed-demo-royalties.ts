/**
 * Simulated sales of the Python demo book over five months, with the royalty statements of its author in every state. Pages mark them as
 * simulated. No money was paid.
 */
import path from 'node:path';
import { newId } from '@shufang/contract';
import { DEMO_AUTHOR_TEL, findUserNameByTel, insertNewUser } from '../features/account/create-users.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { grantBoughtBook } from '../features/entitlement/grant-bought-book.ts';
import { insertSimulatedSales, type SimulatedSale } from '../features/orders/insert-simulated-sales.ts';
import { findBookOfFile } from '../features/publication/import/import-file.ts';
import { listTrialsOfBook } from '../features/reading/trial-opening-store.ts';
import { issueStatementsAs } from '../features/royalty/issue-royalty-statements.ts';
import { makeDraft } from '../features/royalty/make-statements.ts';
import { payStatementsAs } from '../features/royalty/pay-royalty-statements.ts';
import { endOfPeriod, firstDayOf, lastCompletePeriod, periodOfDay } from '../features/royalty/periods.ts';
import { findRoyaltyBook, markRoyaltiesSimulated } from '../features/royalty/rate-store.ts';
import { saveRoyaltyRateAs } from '../features/royalty/save-royalty-rate.ts';
import { insertMessage, listStatementsOfBook, type StoredStatement, setStatus } from '../features/royalty/statement-store.ts';
import { dayOf, startOfDay } from '../platform/china-time.ts';
import { sql } from '../platform/sql.ts';
import { libraryFolder } from './demo-items.ts';
import type { Platform } from './open-platform.ts';

const FILE = 'python-rumen.epub';
const MONTHS = 5;
const SALES_PER_MONTH = 12;
const PRICES_FEN = [4_980, 3_980, 4_480] as const;
const RATE_BP = 800;
const BUYERS_EACH = 3;
const DAY_MS = 86_400_000;
const OPERATOR = { operator: 'commandLine', accessScope: undefined } as const;

/** Returns the months before a time, the oldest first, up to the last complete one. */
const lastMonths = (now: number): string[] => {
  const months: string[] = [];
  for (let at = endOfPeriod(lastCompletePeriod(now)) - DAY_MS; months.length < MONTHS; ) {
    const period = periodOfDay(dayOf(at));
    months.unshift(period);
    at = startOfDay(firstDayOf(period)) - DAY_MS;
  }
  return months;
};

/** Returns the sales of a month: every sixth one is refunded, as a whole or in part, a week later. */
const salesOf = (
  period: string,
  month: number,
  { sold, userId, now }: { readonly sold: Omit<SimulatedSale['items'][number], 'payFen'>; readonly userId: string; readonly now: number },
): SimulatedSale[] =>
  Array.from({ length: SALES_PER_MONTH }, (_, index) => {
    const at = startOfDay(firstDayOf(period)) + index * 2 * DAY_MS + 37 * 60_000 * (index + 1);
    const payFen = PRICES_FEN[(index + month) % PRICES_FEN.length] ?? PRICES_FEN[0];
    // The last digits differ from those of a demo that was removed before: its orders stay.
    const no = `${period}${String(index + 1).padStart(2, '0')}120000${String(now).slice(-6)}`;
    const refundFen = index % 6 === 4 ? (index === 4 ? payFen : 1_000) : 0;
    return { no, userId, at, items: [{ ...sold, payFen }], refunds: refundFen === 0 ? [] : [{ fen: refundFen, at: at + 7 * DAY_MS }] };
  });

/** Every third reader who tried the book buys it in the first sale after the trial that is not refunded. Returns these sales. */
const buyAfterTrial = (
  sales: readonly SimulatedSale[],
  trials: readonly { readonly userId: string; readonly at: number }[],
): SimulatedSale[] => {
  const bought = new Set<string>();
  const buyers = trials.filter((_, index) => index % BUYERS_EACH === 0);
  return buyers.flatMap(({ userId, at }) => {
    const sale = sales.find((one) => one.at > at && one.refunds.length === 0 && !bought.has(one.no));
    if (sale === undefined) return [];
    bought.add(sale.no);
    return [{ ...sale, userId }];
  });
};

/** Issues the drafts one after another, and brings the older statements into later states. */
const settle = async (platform: Platform, bookId: string, months: readonly string[]): Promise<void> => {
  const { db, clock } = platform;
  const now = clock.now();
  for (const [index, period] of months.entries()) {
    await db.transaction((tx) => makeDraft(tx, bookId, now));
    const isDraft = index === months.length - 1;
    const [statement] = (await listStatementsOfBook(db.orm, bookId)).filter((one) => one.period === period);
    if (statement === undefined || isDraft) continue;
    await issueStatementsAs(platform, OPERATOR, [statement.id]);
    await bringOn(platform, statement, months.length - index);
  }
};

/** `age`: months since the statement, from 2. Older ones are paid or confirmed, the next one is disputed, the newest waits. */
const bringOn = async (platform: Platform, { id, period }: StoredStatement, age: number): Promise<void> => {
  const { db, clock } = platform;
  const now = clock.now();
  if (age === 2) return;
  if (age === 3) {
    await db.transaction(async (tx) => {
      await insertMessage(tx, id, {
        id: newId(now),
        from: 'payee',
        body: '第 6 行的退款，读者说只退了一部分，请核对。',
        lineNo: 6,
        at: now,
      });
      await setStatus(tx, id, 'disputed', now);
    });
    return;
  }
  await db.transaction((tx) => setStatus(tx, id, 'confirmed', now));
  if (age > 4)
    await payStatementsAs(platform, OPERATOR, [id], { paidOn: dayOf(endOfPeriod(period) + 9 * DAY_MS), reference: `模拟转账 ${period}` });
};

/** Stores the sales and statements; does nothing if the book has royalties already. */
export const seedDemoRoyalties = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform;
  const author = await findUserNameByTel(db.orm, DEMO_AUTHOR_TEL);
  const bookId = await findBookOfFile(platform, path.join(libraryFolder, FILE));
  if (author === undefined || bookId === undefined || (await findRoyaltyBook(db.orm, bookId)) !== undefined) return;
  const book = await findBook(db.orm, bookId);
  if (book === undefined) return;
  const now = clock.now();
  const months = lastMonths(now);
  await saveRoyaltyRateAs(platform, 'commandLine', {
    bookId,
    userId: author.id,
    rateBp: RATE_BP,
    validFrom: firstDayOf(months[0] ?? lastCompletePeriod(now)),
  });
  await db.transaction(async (tx) => {
    await markRoyaltiesSimulated(tx, bookId);
    const buyer = await insertNewUser(tx, { nickname: '模拟读者 31' }, now);
    if (buyer === undefined) throw new Error('the simulated buyer was not created');
    await tx.execute(sql`insert into demo_item (kind, id, recorded_at) values ('account', ${buyer.id}, ${now})`);
    const sold = { bookId, title: book.title, authors: '' };
    const sales = months.flatMap((period, month) => salesOf(period, month, { sold, userId: buyer.id, now }));
    const afterTrial = new Map(buyAfterTrial(sales, await listTrialsOfBook(tx, bookId)).map((sale) => [sale.no, sale]));
    await insertSimulatedSales(
      tx,
      sales.map((sale) => afterTrial.get(sale.no) ?? sale),
    );
    // A right of a simulated reader does not keep the book: it ends with the account, which is removed first.
    for (const { userId, no, at } of afterTrial.values())
      await grantBoughtBook(tx, { userId, bookId, orderNo: no, termDays: undefined }, at);
  });
  await settle(platform, bookId, months);
};
