/** What a book is sold at beside its price, on a whole server (`openTestServer`): a lower one for who had it, and between which times. */
import type { Order } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { granted } from './testing/file-scene.ts';
import { type OrderScene, openOrderScene, PRICE_FEN } from './testing/order-scene.ts';
import type { TestPerson } from './testing/test-server.ts';

const DAY_MS = 86_400_000;
let scene: OrderScene;
let admin: TestPerson;
const now = (): number => scene.shop.platform.clock.now();
const call = <T = unknown>(url: string, as: TestPerson | undefined, body?: object) =>
  scene.shop.call<T>(url, { ...(as && { as }), ...(body && { body }) });
const price = async (bookId: string, more: object) =>
  granted(await call('/api/admin/book/price', admin, { bookId, priceFen: PRICE_FEN, termDays: 180, ...more }));
const pay = async (as: TestPerson, no: string): Promise<void> => {
  const tradeNo = await scene.begin(as, no);
  scene.standIn.pay(tradeNo);
  await scene.notify('wechatNative', scene.standIn.wechatNotification(tradeNo));
};
const endIn = (as: TestPerson, bookId: string, days: number, source = 'order') =>
  scene.query('update entitlement set ends_at = $1 where user_id = $2 and book_id = $3 and source = $4', [
    now() + days * DAY_MS,
    as.id,
    bookId,
    source,
  ]);

let persons = 0;
const person = () => scene.shop.person(`1395555${String(++persons).padStart(4, '0')}`);

beforeAll(async () => {
  scene = await openOrderScene();
  admin = await scene.shop.person('13955550999', 'admin');
});
afterAll(() => scene?.close());

describe('a renewal', () => {
  test('is offered near the end, goes on from there, and says what others pay', async () => {
    const [mei, bookId] = [await person(), await scene.paidBook()];
    await price(bookId, { renewalFen: 1_990 });
    await scene.buy(mei, bookId);
    // With months to go one pays as everybody does.
    expect(await scene.offer(bookId, mei)).toMatchObject({ priceFen: PRICE_FEN });
    expect((await scene.offer(bookId, mei)).renewal).toBeUndefined();
    await endIn(mei, bookId, 30);
    const continuesAt = now() + 30 * DAY_MS;
    const offer = await scene.offer(bookId, mei);
    expect(offer).toMatchObject({ priceFen: 1_990, termDays: 180, renewal: { fullFen: PRICE_FEN } });
    expect(Math.abs((offer.renewal?.continuesAt ?? 0) - continuesAt)).toBeLessThan(60_000);
    expect((await call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN })).code).toBe('orders.priceChanged');
    const order = await scene.order(mei, bookId, 1_990);
    expect(order).toMatchObject({ payFen: 1_990, items: [{ priceFen: 1_990, termDays: 180, renewal: true }] });
    expect(await scene.offer(bookId, mei)).toMatchObject({ openOrderNo: order.no });
    // The order keeps its price and its term whatever is asked of others by now.
    await price(bookId, { termDays: 10, renewalFen: 2_500 });
    await pay(mei, order.no);
    expect(await scene.find(mei, order.no)).toMatchObject({ status: 'fulfilled', payFen: 1_990 });
    const ends = (await scene.rights(mei, bookId)).map((right) => Number(right.ends_at)).toSorted((a, b) => a - b);
    expect(Math.abs((ends[1] ?? 0) - (ends[0] ?? 0) - 180 * DAY_MS)).toBeLessThan(60_000);
  });

  test('is offered after the end too, counts from the payment then, and can be given back like any order', async () => {
    const [mei, bookId] = [await person(), await scene.paidBook()];
    await price(bookId, { renewalFen: 1_000 });
    await scene.buy(mei, bookId);
    await endIn(mei, bookId, -400);
    // Nearly all of it was read in the term before.
    await scene.query(
      `insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at, passed)
       values ($1, $2, 'v', '{"href": "c", "locations": {}}', 0.9, 'h', 0, '{[0,9000)}')`,
      [mei.id, bookId],
    );
    const offer = await scene.offer(bookId, mei);
    expect(offer.renewal).toEqual({ fullFen: PRICE_FEN });
    const order = await scene.order(mei, bookId, 1_000);
    await pay(mei, order.no);
    const end = Math.max(...(await scene.rights(mei, bookId)).map((right) => Number(right.ends_at)));
    expect(Math.abs(end - now() - 180 * DAY_MS)).toBeLessThan(60_000);
    const rule = granted(await call<{ eligible: boolean; amountFen: number }>(`/api/order/refundRule?no=${order.no}`, mei));
    expect(rule).toMatchObject({ eligible: true, amountFen: 1_000 });
  });

  test('is for who paid for the book: not for strangers, presents, owners for good, or money that went back', async () => {
    const bookId = await scene.paidBook();
    await price(bookId, { renewalFen: 1_000 });
    const [stranger, gifted, refunded] = [await person(), await person(), await person()];
    expect((await scene.offer(bookId)).renewal).toBeUndefined();
    expect((await scene.offer(bookId, stranger)).priceFen).toBe(PRICE_FEN);
    await scene.query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, note, created_at)
       values ('01J00000000000000000000001', $1, $2, 'gift', '', 1, 2, 'active', '', 1)`,
      [gifted.id, bookId],
    );
    expect((await scene.offer(bookId, gifted)).renewal).toBeUndefined();
    await scene.buy(refunded, bookId);
    await scene.query(`update entitlement set status = 'revoked' where user_id = $1`, [refunded.id]);
    expect((await scene.offer(bookId, refunded)).renewal).toBeUndefined();
    expect((await call('/api/order/create', stranger, { bookId, priceFen: 1_000 })).code).toBe('orders.priceChanged');
  });

  test('goes on from the end of a code’s term, and is offered to who gave their code on', async () => {
    const [mei, lan, bookId] = [await person(), await person(), await scene.paidBook()];
    await price(bookId, { renewalFen: 1_000 });
    await scene.query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, note, created_at)
       values ('01J00000000000000000000002', $1, $2, 'code', 'aa', 1, $3, 'active', '', 1)`,
      [mei.id, bookId, now() + 5 * DAY_MS],
    );
    const order = await scene.order(mei, bookId, 1_000);
    await pay(mei, order.no);
    const [right] = await scene.rights(mei, bookId);
    expect(Math.abs(Number(right?.ends_at) - now() - 185 * DAY_MS)).toBeLessThan(60_000);

    await scene.query(
      `insert into code_batch (id, book_id, purpose, count, valid_from, rebind_limit, created_by, created_at)
       values ('01J00000000000000000000003', $1, 'printedBook', 1, 1, 1, 'cli', 1)`,
      [bookId],
    );
    await scene.query(
      `insert into activation_code (hmac, batch_id, last4, status, bind_count) values ('\\xbb', '01J00000000000000000000003', '0000', 'released', 1)`,
    );
    await scene.query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, note, created_at)
       values ('01J00000000000000000000004', $1, $2, 'code', 'bb', 1, null, 'revoked', '', 1)`,
      [lan.id, bookId],
    );
    expect((await scene.offer(bookId, lan)).renewal).toEqual({ fullFen: PRICE_FEN });
    await scene.query(`update activation_code set status = 'void' where hmac = '\\xbb'`);
    expect((await scene.offer(bookId, lan)).renewal).toBeUndefined();
  });
});

describe('the times of a sale', () => {
  test('nothing is sold before and after them, by the server’s clock, and everybody is told', async () => {
    const [mei, bookId] = [await person(), await scene.paidBook()];
    const [saleFrom, saleTo] = [now() + DAY_MS, now() + 3 * DAY_MS];
    await price(bookId, { saleFrom, saleTo });
    const soon = await scene.offer(bookId, mei);
    expect(soon).toMatchObject({ saleState: 'soon', saleFrom, saleTo });
    expect(soon.priceFen).toBeUndefined();
    expect((await call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN })).code).toBe('orders.notOnSaleNow');
    await price(bookId, { saleFrom: now() - 2, saleTo });
    expect(await scene.offer(bookId, mei)).toMatchObject({ priceFen: PRICE_FEN, saleTo });
    const order = await scene.order(mei, bookId);
    await price(bookId, { saleFrom: 1, saleTo: now() - 1 });
    expect((await scene.offer(bookId)).saleState).toBe('ended');
    expect((await scene.offer(bookId)).openOrderNo).toBeUndefined();
    const left = await scene.offer(bookId, mei);
    expect(left).toMatchObject({ saleState: 'ended', openOrderNo: order.no, openOrderFen: PRICE_FEN });
    expect(left.priceFen).toBeUndefined();
    expect((await call('/api/order/create', await person(), { bookId, priceFen: PRICE_FEN })).code).toBe('orders.notOnSaleNow');
    // An order that was made in time is paid and opens the book.
    await pay(mei, order.no);
    expect(await scene.find(mei, order.no)).toMatchObject({ status: 'fulfilled' });
    const desk = granted(await call<{ saleTo?: number }>(`/api/admin/book/get?bookId=${bookId}`, admin));
    expect(desk.saleTo).toBeLessThan(now());
  });

  test('money for an order that was closed comes back when the sale is over', async () => {
    const [mei, bookId] = [await person(), await scene.paidBook()];
    const order: Order = await scene.order(mei, bookId);
    const tradeNo = await scene.begin(mei, order.no);
    await scene.query(`update purchase_order set status = 'closed', closed_at = $2, close_reason = 'timeout' where no = $1`, [
      order.no,
      now(),
    ]);
    await price(bookId, { termDays: undefined, saleTo: now() - 1 });
    scene.standIn.pay(tradeNo);
    await scene.notify('wechatNative', scene.standIn.wechatNotification(tradeNo));
    await expect.poll(async () => (await scene.find(mei, order.no)).status).toMatch(/refunding|refunded/);
    expect(await scene.rights(mei, bookId)).toEqual([]);
  });

  test('a price says what is wrong with its times and with its renewal', async () => {
    const bookId = await scene.paidBook();
    const set = async (more: object) => (await call('/api/admin/book/price', admin, { bookId, priceFen: PRICE_FEN, ...more })).code;
    expect(await set({ saleFrom: 5, saleTo: 5 })).toBe('request.invalid');
    expect(await set({ renewalFen: PRICE_FEN })).toBe('request.invalid');
    expect(await set({ saleFrom: 5, saleTo: 6, renewalFen: 1 })).toBe('success');
  });
});
