/**
 * Makes the royalty statements of 10,000 orders with refunds, twice, and compares every amount with a plain computation over the same
 * sales in whole numbers of any size.
 */
import path from 'node:path';
import { startProduct } from '@shufang/dev-env';
import { insertSimulatedSales, type SimulatedSale } from '../../apps/server/src/features/orders/insert-simulated-sales.ts';
import { describeStoredAccount } from '../../apps/server/src/features/royalty/account-store.ts';
import { issueStatementsAs } from '../../apps/server/src/features/royalty/issue-royalty-statements.ts';
import { makeDraft } from '../../apps/server/src/features/royalty/make-statements.ts';
import { endOfPeriod, firstDayOf, lastCompletePeriod } from '../../apps/server/src/features/royalty/periods.ts';
import { startOfDay } from '../../apps/server/src/platform/china-time.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { type Figure, milliseconds } from './figure.ts';

const ORDERS = 10_000;
const RATES = [733, 421, 150] as const;
const WHOLE = 10_000n;
const BOOK = '0'.repeat(26);

/** Returns numbers from 0 (included) to `below` that look random and are the same in every run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
};

/** Every third order is refunded, in one to three parts, a third of those as a whole. */
const makeSales = (userId: string, from: number): SimulatedSale[] => {
  const random = createRandom(20_261_130);
  return Array.from({ length: ORDERS }, (_, index) => {
    const at = from + random(20 * 86_400_000);
    const payFen = 1 + random(20_000);
    const refunds: { fen: number; at: number }[] = [];
    let left = payFen;
    if (index % 3 === 0)
      for (let part = random(3); part >= 0 && left > 0; part -= 1) {
        const fen = part === 0 && random(3) === 0 ? left : 1 + random(left);
        left -= fen;
        refunds.push({ fen, at: at + 1_000 * (refunds.length + 1) });
      }
    return { no: `9${String(index).padStart(19, '0')}`, userId, at, items: [{ bookId: BOOK, title: '书', authors: '', payFen }], refunds };
  });
};

/** What each contributor has of an amount, by the definition: floors, then a fen to each of the largest remainders, the publisher last. */
const partsOf = (fen: number): number[] => {
  const rates = [...RATES, 10_000 - RATES.reduce((sum, rate) => sum + rate, 0)];
  const exact = rates.map((rate) => BigInt(fen) * BigInt(rate));
  const parts = exact.map((one) => Number(one / WHOLE));
  const order = exact.map((one, index) => ({ rest: one % WHOLE, index })).toSorted((a, b) => Number(b.rest - a.rest) || a.index - b.index);
  const left = fen - parts.reduce((sum, part) => sum + part, 0);
  for (const { index } of order.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const measureRoyalties = async (): Promise<Figure[]> => {
  const product = await startProduct({ readyTimeoutMs: 300_000 });
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(product.dataDir, 'postgres'),
    log: createLogger('silent'),
    exclusive: false,
  });
  const db = await openDatabase(postgres.url);
  const clock = { now: () => Date.now() };
  const period = lastCompletePeriod(clock.now());
  const timed = async <T>(action: () => Promise<T>): Promise<readonly [ms: number, result: T]> => {
    const began = performance.now();
    const result = await action();
    return [performance.now() - began, result];
  };
  try {
    const users = ['payee0', 'payee1', 'payee2', 'buyer'];
    for (const id of users)
      await db.pool.query(`insert into user_account (id, nickname, created_at, updated_at) values ($1, '', 0, 0)`, [id]);
    await db.pool.query(`insert into book (id, title, created_at, updated_at) values ($1, '书', 0, 0)`, [BOOK]);
    await db.pool.query('insert into royalty_book (book_id) values ($1)', [BOOK]);
    for (const [index, bp] of RATES.entries())
      await db.pool.query(`insert into royalty_rate (id, book_id, user_id, rate_bp, valid_from) values ($1, $2, $1, $3, '2020-01-01')`, [
        `payee${index}`,
        BOOK,
        bp,
      ]);
    const sales = makeSales('buyer', startOfDay(firstDayOf(period)));
    await db.transaction((tx) => insertSimulatedSales(tx, sales));
    await db.pool.query('analyze');
    const make = () => db.transaction((tx) => makeDraft(tx, BOOK, endOfPeriod(period) + 1));
    const [firstMs] = await timed(make);
    const first = await describeStoredAccount(db.orm, BOOK, period);
    await db.pool.query('delete from royalty_account where book_id = $1', [BOOK]);
    const [secondMs] = await timed(make);
    const second = await describeStoredAccount(db.orm, BOOK, period);
    const expected = RATES.map((_, index) =>
      sum(
        sales.map(({ items, refunds }) => {
          const left = (items[0]?.payFen ?? 0) - sum(refunds.map(({ fen }) => fen));
          return partsOf(left)[index] ?? 0;
        }),
      ),
    );
    const statements = await db.pool.query<{ id: string; fen: number }>(
      'select id, fen from royalty_statement where book_id = $1 order by user_id',
      [BOOK],
    );
    const made = statements.rows.map(({ fen }) => fen);
    const ids = statements.rows.map(({ id }) => id);
    const [issueMs] = await timed(() =>
      issueStatementsAs({ db, clock: { now: () => endOfPeriod(period) + 1 } }, { operator: 'commandLine', accessScope: undefined }, ids),
    );
    const ledger = await db.pool.query<{ gross: number; parts: number }>(
      `select sum(e.gross_fen)::bigint as gross, sum(e.publisher_fen)::bigint + (select sum(l.fen)::bigint from royalty_line l
         join royalty_statement s on s.id = l.statement_id where s.book_id = $1) as parts from royalty_entry e where e.book_id = $1`,
      [BOOK],
    );
    const { gross = 0, parts = -1 } = ledger.rows[0] ?? {};
    const paid = sum(sales.map(({ items, refunds }) => (items[0]?.payFen ?? 0) - sum(refunds.map(({ fen }) => fen))));
    const wrong = made.filter((fen, index) => fen !== expected[index]).length;
    const differing = Math.abs(gross - paid) + Math.abs(parts - gross);
    return [
      {
        name: '10,000 orders with refunds, statements of three contributors: made',
        value: `${milliseconds(firstMs)}, ${milliseconds(secondMs)}`,
      },
      { name: 'issued, with the comparison of account and ledger', value: milliseconds(issueMs) },
      { name: 'contributors whose sum differs from the plain computation', value: String(wrong), budget: '0', ok: wrong === 0 },
      { name: 'fen by which orders, ledger and parts differ', value: String(differing), budget: '0', ok: differing === 0 },
      { name: 'made twice: entries and parts that differ', value: first === second ? '0' : 'some', budget: '0', ok: first === second },
    ];
  } finally {
    await db.close();
    await postgres.stop();
    await product.stop();
  }
};
