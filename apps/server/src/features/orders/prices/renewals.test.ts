/** Tests of renewal prices and sale windows of a book, on a whole server (`openTestServer`). */
import type { Order } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { type OrderScenario, openOrderScenario, PRICE_FEN } from '../../../testing/server-order-fixture.ts';
import type { TestUser } from '../../../testing/test-server.ts';

const DAY_MS = 86_400_000;
let fixture: OrderScenario;
let admin: TestUser;
const now = (): number => fixture.shop.platform.clock.now();
const call = <T = unknown>(url: string, as: TestUser | undefined, body?: object) =>
  fixture.shop.call<T>(url, { ...(as && { as }), ...(body && { body }) });
const price = async (bookId: string, more: object) =>
  granted(await call('/api/admin/book/price', admin, { bookId, priceFen: PRICE_FEN, termDays: 180, ...more }));
const pay = async (as: TestUser, no: string): Promise<void> => {
  const tradeNo = await fixture.begin(as, no);
  fixture.standIn.pay(tradeNo);
  await fixture.notify('wechatNative', fixture.standIn.wechatNotification(tradeNo));
};
const endIn = (as: TestUser, bookId: string, days: number, source = 'order') =>
  fixture.query('update entitlement set ends_at = $1 where user_id = $2 and book_id = $3 and source = $4', [
    now() + days * DAY_MS,
    as.id,
    bookId,
    source,
  ]);

let userCount = 0;
const aUser = () => fixture.shop.user(`1395555${String(++userCount).padStart(4, '0')}`);

beforeAll(async () => {
  fixture = await openOrderScenario();
  admin = await fixture.shop.user('13955550999', 'admin');
});
afterAll(() => fixture?.close());

describe('a renewal', () => {
  test('is offered shortly before the end, extends the term, and is shown with the full price', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    await price(bookId, { renewalFen: 1_990 });
    await fixture.buy(mei, bookId);
    // The renewal price does not apply yet, because the right ends only in months.
    expect(await fixture.offer(bookId, mei)).toMatchObject({ priceFen: PRICE_FEN });
    expect((await fixture.offer(bookId, mei)).renewal).toBeUndefined();
    await endIn(mei, bookId, 30);
    const continuesAt = now() + 30 * DAY_MS;
    const offer = await fixture.offer(bookId, mei);
    expect(offer).toMatchObject({ priceFen: 1_990, termDays: 180, renewal: { fullFen: PRICE_FEN } });
    expect(Math.abs((offer.renewal?.continuesAt ?? 0) - continuesAt)).toBeLessThan(60_000);
    expect((await call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN })).code).toBe('orders.priceChanged');
    const order = await fixture.order(mei, bookId, 1_990);
    expect(order).toMatchObject({ payFen: 1_990, items: [{ priceFen: 1_990, termDays: 180, renewal: true }] });
    expect(await fixture.offer(bookId, mei)).toMatchObject({ openOrderNo: order.no });
    // The order keeps its price and term if the prices change afterwards.
    await price(bookId, { termDays: 10, renewalFen: 2_500 });
    await pay(mei, order.no);
    expect(await fixture.find(mei, order.no)).toMatchObject({ status: 'fulfilled', payFen: 1_990 });
    const ends = (await fixture.rights(mei, bookId)).map((right) => Number(right.ends_at)).toSorted((a, b) => a - b);
    expect(Math.abs((ends[1] ?? 0) - (ends[0] ?? 0) - 180 * DAY_MS)).toBeLessThan(60_000);
  });

  test('is offered after the end too, starts at the payment, and can be refunded', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    await price(bookId, { renewalFen: 1_000 });
    await fixture.buy(mei, bookId);
    await endIn(mei, bookId, -400);
    // Nearly all of the book was read in the previous term; this must not prevent a refund of the renewal.
    await fixture.query(
      `insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at, passed)
       values ($1, $2, 'v', '{"href": "c", "locations": {}}', 0.9, 'h', 0, '{[0,9000)}')`,
      [mei.id, bookId],
    );
    const offer = await fixture.offer(bookId, mei);
    expect(offer.renewal).toEqual({ fullFen: PRICE_FEN });
    const order = await fixture.order(mei, bookId, 1_000);
    await pay(mei, order.no);
    const end = Math.max(...(await fixture.rights(mei, bookId)).map((right) => Number(right.ends_at)));
    expect(Math.abs(end - now() - 180 * DAY_MS)).toBeLessThan(60_000);
    const rule = granted(await call<{ eligible: boolean; amountFen: number }>(`/api/order/refundRule?no=${order.no}`, mei));
    expect(rule).toMatchObject({ eligible: true, amountFen: 1_000 });
  });

  test('is offered only to users who paid for the book, not after a gift or a refund', async () => {
    const bookId = await fixture.paidBook();
    await price(bookId, { renewalFen: 1_000 });
    const [newcomer, gifted, refunded] = [await aUser(), await aUser(), await aUser()];
    expect((await fixture.offer(bookId)).renewal).toBeUndefined();
    expect((await fixture.offer(bookId, newcomer)).priceFen).toBe(PRICE_FEN);
    await fixture.query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, note, created_at)
       values ('01J00000000000000000000001', $1, $2, 'gift', '', 1, 2, 'active', '', 1)`,
      [gifted.id, bookId],
    );
    expect((await fixture.offer(bookId, gifted)).renewal).toBeUndefined();
    await fixture.buy(refunded, bookId);
    await fixture.query(`update entitlement set status = 'revoked' where user_id = $1`, [refunded.id]);
    expect((await fixture.offer(bookId, refunded)).renewal).toBeUndefined();
    expect((await call('/api/order/create', newcomer, { bookId, priceFen: 1_000 })).code).toBe('orders.priceChanged');
  });

  test('extends the term of a code, and is offered to users who released their code', async () => {
    const [mei, lan, bookId] = [await aUser(), await aUser(), await fixture.paidBook()];
    await price(bookId, { renewalFen: 1_000 });
    await fixture.query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, note, created_at)
       values ('01J00000000000000000000002', $1, $2, 'code', 'aa', 1, $3, 'active', '', 1)`,
      [mei.id, bookId, now() + 5 * DAY_MS],
    );
    const order = await fixture.order(mei, bookId, 1_000);
    await pay(mei, order.no);
    const [right] = await fixture.rights(mei, bookId);
    expect(Math.abs(Number(right?.ends_at) - now() - 185 * DAY_MS)).toBeLessThan(60_000);

    await fixture.query(
      `insert into code_batch (id, book_id, purpose, count, valid_from, rebind_limit, created_by, created_at)
       values ('01J00000000000000000000003', $1, 'printedBook', 1, 1, 1, 'cli', 1)`,
      [bookId],
    );
    await fixture.query(
      `insert into activation_code (hmac, batch_id, last4, status, bind_count) values ('\\xbb', '01J00000000000000000000003', '0000', 'released', 1)`,
    );
    await fixture.query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, note, created_at)
       values ('01J00000000000000000000004', $1, $2, 'code', 'bb', 1, null, 'revoked', '', 1)`,
      [lan.id, bookId],
    );
    expect((await fixture.offer(bookId, lan)).renewal).toEqual({ fullFen: PRICE_FEN });
    await fixture.query(`update activation_code set status = 'void' where hmac = '\\xbb'`);
    expect((await fixture.offer(bookId, lan)).renewal).toBeUndefined();
  });
});

describe('the sale window of a book', () => {
  test('limits the sale by the server’s clock, and its state is shown to everyone', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const [saleFrom, saleTo] = [now() + DAY_MS, now() + 3 * DAY_MS];
    await price(bookId, { saleFrom, saleTo });
    const soon = await fixture.offer(bookId, mei);
    expect(soon).toMatchObject({ saleState: 'soon', saleFrom, saleTo });
    expect(soon.priceFen).toBeUndefined();
    expect((await call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN })).code).toBe('orders.notOnSaleNow');
    await price(bookId, { saleFrom: now() - 2, saleTo });
    expect(await fixture.offer(bookId, mei)).toMatchObject({ priceFen: PRICE_FEN, saleTo });
    const order = await fixture.order(mei, bookId);
    await price(bookId, { saleFrom: 1, saleTo: now() - 1 });
    expect((await fixture.offer(bookId)).saleState).toBe('ended');
    expect((await fixture.offer(bookId)).openOrderNo).toBeUndefined();
    const left = await fixture.offer(bookId, mei);
    expect(left).toMatchObject({ saleState: 'ended', openOrderNo: order.no, openOrderFen: PRICE_FEN });
    expect(left.priceFen).toBeUndefined();
    expect((await call('/api/order/create', await aUser(), { bookId, priceFen: PRICE_FEN })).code).toBe('orders.notOnSaleNow');
    // The sale has ended, but the order was created before and can still be paid.
    await pay(mei, order.no);
    expect(await fixture.find(mei, order.no)).toMatchObject({ status: 'fulfilled' });
    const adminBook = granted(await call<{ saleTo?: number }>(`/api/admin/book/get?bookId=${bookId}`, admin));
    expect(adminBook.saleTo).toBeLessThan(now());
  });

  test('causes a refund if a closed order is paid after its end', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const order: Order = await fixture.order(mei, bookId);
    const tradeNo = await fixture.begin(mei, order.no);
    await fixture.query(`update purchase_order set status = 'closed', closed_at = $2, close_reason = 'timeout' where no = $1`, [
      order.no,
      now(),
    ]);
    await price(bookId, { termDays: undefined, saleTo: now() - 1 });
    fixture.standIn.pay(tradeNo);
    await fixture.notify('wechatNative', fixture.standIn.wechatNotification(tradeNo));
    await expect.poll(async () => (await fixture.find(mei, order.no)).status).toMatch(/refunding|refunded/);
    expect(await fixture.rights(mei, bookId)).toEqual([]);
  });

  test('is refused if it is empty, as is a renewal price that is not lower', async () => {
    const bookId = await fixture.paidBook();
    const set = async (more: object) => (await call('/api/admin/book/price', admin, { bookId, priceFen: PRICE_FEN, ...more })).code;
    expect(await set({ saleFrom: 5, saleTo: 5 })).toBe('request.invalid');
    expect(await set({ renewalFen: PRICE_FEN })).toBe('request.invalid');
    expect(await set({ saleFrom: 5, saleTo: 6, renewalFen: 1 })).toBe('success');
  });
});
