/** Tests of ordering a book. Those of bundles: `order-bundle.test.ts`. */
import type { AccessRight } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { createOrder } from './create-order.ts';
import { countPerHour } from './order-dependencies.ts';
import { replaceSku } from './prices/sku-store.ts';
import { findOrder } from './store.ts';
import { submitOrder } from './submit-order.ts';
import { createOrderFixture, DAY_MS, type OrderFixture, PRICE_FEN, START_MS } from './testing/order-fixture.ts';

testAccess('createOrder', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin']);
testIdempotency('createOrder', async ({ aUser, aPaidBook, priceFen }) => ({
  as: await aUser(),
  body: { bookId: await aPaidBook(), priceFen },
}));

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const trial = { kind: 'trial', reason: '' } as unknown as AccessRight;
const permanent = { kind: 'owned', reason: '' } as unknown as AccessRight;
const temporary = { kind: 'owned', reason: '', endsAt: START_MS + DAY_MS } as unknown as AccessRight;
const price = (bookId: string, change: { priceFen?: number; termDays?: number; saleFrom?: number; saleTo?: number }, renewal = false) =>
  orders.deps.db.transaction((tx) =>
    replaceSku(tx, renewal ? { renewalOf: bookId } : { bookId }, { priceFen: PRICE_FEN, termDays: undefined, ...change }, orders.now()),
  );
const rightThatEnds = (bookId: string, userId = orders.mei, endsAt = START_MS + 10 * DAY_MS) =>
  orders.query(
    `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, created_at)
     values ($1 || $2, $2, $1, 'order', 'o', 0, $3, 'active', 0)`,
    [bookId, userId, endsAt],
  );
const order = (
  bookId: string,
  { priceFen = PRICE_FEN, right = trial, userId = orders.mei }: { priceFen?: number; right?: AccessRight; userId?: string } = {},
  deps = orders.deps,
) => payloadOf(createOrder({ ...deps, rightOf: async () => right }, orders.caller(userId), { bookId, bookIds: [], priceFen }));
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

describe('an order', () => {
  it('is stored with the current data of the book, and returned', async () => {
    const bookId = await orders.book({ title: '论语', authors: '孔子弟子' });
    const { order: created, reused } = await order(bookId);
    expect(reused).toBe(false);
    expect(created).toStrictEqual({
      no: expect.stringMatching(/^20261121201500\d{6}$/),
      status: 'created',
      items: [{ bookId, title: '论语', authors: '孔子弟子', priceFen: PRICE_FEN, payFen: PRICE_FEN }],
      totalFen: PRICE_FEN,
      discountFen: 0,
      payFen: PRICE_FEN,
      refundedFen: 0,
      createdAt: START_MS,
      expireAt: START_MS + 30 * 60_000,
    });
    const [sku] = await orders.query<{ id: string }>('select id from sku where book_id = $1', [bookId]);
    expect(await findOrder(orders.deps.db.orm, created.no)).toMatchObject({
      userId: orders.mei,
      bundle: undefined,
      items: [{ skuId: sku?.id }],
    });
    expect((await findOrder(orders.deps.db.orm, created.no))?.items[0]).not.toHaveProperty('readBefore');
  });

  it('repeated returns the open one', async () => {
    const bookId = await orders.book();
    const first = await order(bookId);
    expect(await order(bookId)).toEqual({ order: first.order, reused: true });
    const many = await Promise.all(Array.from({ length: 6 }, () => order(bookId)));
    expect(new Set(many.map((one) => one.order.no))).toEqual(new Set([first.order.no]));
    expect((await order(bookId, { userId: await orders.user() })).order.no).not.toBe(first.order.no);
  });

  it('requested six times at once is one', async () => {
    const bookId = await orders.book();
    const many = await Promise.all(Array.from({ length: 6 }, () => order(bookId)));
    expect(new Set(many.map((one) => one.order.no)).size).toBe(1);
    expect(many.filter(({ reused }) => !reused)).toHaveLength(1);
  });

  it('of a term contains it; a renewal contains the previous read share', async () => {
    const bookId = await orders.book();
    await price(bookId, { termDays: 30, saleTo: START_MS });
    await price(bookId, { priceFen: 100 }, true);
    await rightThatEnds(bookId);
    orders.read.set(bookId, 0.25);
    const { order: created } = await order(bookId, { priceFen: 100, right: temporary });
    expect((await findOrder(orders.deps.db.orm, created.no))?.items).toMatchObject([
      { priceFen: 100, payFen: 100, termDays: 30, renewal: true, readBefore: 0.25 },
    ]);
  });

  it('is refused at another price, outside the sale window, or for a book that is not sold', async () => {
    const bookId = await orders.book();
    expect(await messageOf(order(bookId, { priceFen: PRICE_FEN - 1 }))).toBe('价格已变为 39.80 元，请确认后再下单');
    expect(await outcomeOf(order(bookId, { right: permanent }))).toBe('orders.alreadyOwned');
    expect(await outcomeOf(order(bookId, {}, { ...orders.deps, gateways: [] }))).toBe('orders.notForSale');
    await price(bookId, { saleFrom: START_MS + 1 });
    expect(await messageOf(order(bookId))).toBe('现在不能购买：还没有开售');
    await price(bookId, { saleTo: START_MS });
    expect(await messageOf(order(bookId))).toBe('现在不能购买：已经停售');
    expect(await outcomeOf(order(await orders.book({ shelf_state: 'offShelf' })))).toBe('orders.notForSale');
    expect(await orders.query('select 1 from purchase_order where created_at = $1 and user_id = $2', [START_MS, 'nobody'])).toEqual([]);
  });

  it('is limited per user and hour; returning the open one does not count', async () => {
    const userId = await orders.user();
    const bookId = await orders.book();
    for (let n = 0; n < 59; n += 1) await orders.deps.limiter.take(`orders:user:${userId}`, { points: 60, windowMs: 3_600_000 });
    expect((await order(bookId, { userId })).reused).toBe(false);
    expect((await order(bookId, { userId })).reused).toBe(true);
    await orders.query(`update purchase_order set status = 'closed' where user_id = $1`, [userId]);
    expect(await outcomeOf(order(bookId, { userId }))).toBe('request.tooMany');
    expect(await outcomeOf(order(bookId))).toBe('success');
    orders.later(3_600_000);
    expect(await outcomeOf(order(bookId, { userId }))).toBe('success');
    orders.later(-3_600_000);
  });

  it('is refused while the counter cannot be reached', async () => {
    const count = (error: Error) => {
      const take = async (): Promise<never> => {
        throw error;
      };
      return countPerHour({ limiter: { ...orders.deps.limiter, take } }, 'orders', 'u', 1);
    };
    expect(await outcomeOf(count(new RateLimiterUnavailableError('away')))).toBe('unavailable');
    await expect(count(new RangeError('ours'))).rejects.toThrow(RangeError);
    const keys: unknown[] = [];
    const take = async (...args: unknown[]) => ({ allowed: keys.push(args) > 0, retryAfterMs: 0 });
    await countPerHour({ limiter: { ...orders.deps.limiter, take } }, 'orders', 'u', 7);
    expect(keys).toEqual([['orders:user:u', { points: 7, windowMs: 3_600_000 }]]);
  });

  it('of several books has their total, and locks other purchases of each of them', async () => {
    const items = [
      { bookId: 'b', title: '乙', authors: '', priceFen: 300, payFen: 200 },
      { bookId: 'a', title: '甲', authors: '', priceFen: 100, payFen: 50 },
    ];
    const bundle = { collectionId: 'c', title: '丛书', owned: [] };
    const { order: created } = await submitOrder(orders.deps, orders.mei, ['b', 'a'], async (tx) => {
      const { rows } = await tx.execute(
        `select count(*)::int as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
      );
      expect(rows).toEqual([{ locks: 2 }]);
      return { skuId: 'sku', items, bundle };
    });
    expect(created).toMatchObject({ totalFen: 400, payFen: 250, discountFen: 150, bundle, items });
  });
});
