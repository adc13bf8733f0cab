/** Books with rates, sales and statements for tests. Each statement has a book of its own. */
import { newId } from '@shufang/contract';
import { insertSimulatedSales } from '../features/orders/insert-simulated-sales.ts';
import { issueStatementsAs } from '../features/royalty/issue-royalty-statements.ts';
import { makeDraft } from '../features/royalty/make-statements.ts';
import { endOfPeriod, firstDayOf, lastCompletePeriod } from '../features/royalty/periods.ts';
import { saveRoyaltyRateAs } from '../features/royalty/save-royalty-rate.ts';
import { startOfDay } from '../platform/china-time.ts';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

export interface RoyaltyObjects {
  /** Returns a book of a publisher with this contributor. */
  readonly aRoyaltyBook: (payee: Pick<TestUser, 'id'>, publisher?: string) => Promise<string>;
  readonly aRate: (bookId: string, payee: Pick<TestUser, 'id'>, rateBp?: number, validFrom?: string) => Promise<string>;
  /** Stores an order of the book, by default in the last complete month, and refunds of it. Returns its number. */
  readonly aSale: (bookId: string, fen: number, refunds?: readonly number[], at?: number) => Promise<string>;
  /** The first moment of the last complete month, and of the present one. */
  readonly lastMonth: () => number;
  readonly thisMonth: () => number;
  /** Returns a statement of a new payee in a state. */
  readonly aStatement: (
    status?: 'draft' | 'issued' | 'disputed' | 'confirmed',
    publisher?: string,
  ) => Promise<{ id: string; bookId: string; payee: TestUser }>;
}

let sales = 0;

export const royaltyObjects = ({ shop, query, aUser }: Pick<RequestBase, 'shop' | 'query' | 'aUser'>): RoyaltyObjects => {
  const { db, clock } = shop.platform;
  const lastMonth = () => startOfDay(firstDayOf(lastCompletePeriod(clock.now())));
  const aRoyaltyBook: RoyaltyObjects['aRoyaltyBook'] = async (payee, publisher = '南山出版社') => {
    const id = newId();
    await query(`insert into book (id, title, publisher, created_at, updated_at) values ($1, $2, $3, 0, 0)`, [
      id,
      `书${id.slice(-4)}`,
      publisher,
    ]);
    await query(`insert into book_contributor values ($1, 0, '苏墨', 'author', '', $2)`, [id, payee.id]);
    return id;
  };
  const aRate: RoyaltyObjects['aRate'] = async (bookId, payee, rateBp = 1_000, validFrom = '2020-01-01') =>
    (await saveRoyaltyRateAs(shop.platform, 'commandLine', { bookId, userId: payee.id, rateBp, validFrom })).id;
  const aSale: RoyaltyObjects['aSale'] = async (bookId, fen, refunds = [], at = lastMonth() + 1_000) => {
    sales += 1;
    const no = `7${String(sales).padStart(19, '0')}`;
    const userId = (await aUser()).id;
    const item = { bookId, title: '书', authors: '', payFen: fen };
    await db.transaction((tx) =>
      insertSimulatedSales(tx, [
        { no, userId, at, items: [item], refunds: refunds.map((one, index) => ({ fen: one, at: at + index + 1 })) },
      ]),
    );
    return no;
  };
  return {
    aRoyaltyBook,
    aRate,
    aSale,
    lastMonth,
    thisMonth: () => endOfPeriod(lastCompletePeriod(clock.now())),
    aStatement: async (status = 'draft', publisher) => {
      const payee = await aUser();
      const bookId = await aRoyaltyBook(payee, publisher);
      await aRate(bookId, payee);
      await aSale(bookId, 4_000);
      await db.transaction((tx) => makeDraft(tx, bookId, clock.now()));
      const [row] = await query<{ id: string }>('select id from royalty_statement where book_id = $1', [bookId]);
      const id = row?.id ?? '';
      if (status !== 'draft') await issueStatementsAs(shop.platform, { operator: 'commandLine', accessScope: undefined }, [id]);
      if (status === 'disputed' || status === 'confirmed')
        await query('update royalty_statement set status = $2, confirmed_at = $3 where id = $1', [
          id,
          status,
          status === 'confirmed' ? 1 : null,
        ]);
      return { id, bookId, payee };
    },
  };
};
