/** Tests of the simulated payment provider over HTTP (`openTestServer`): how it pays for demos, and that nothing can be forged. */
import type { Order, PaymentStart } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceBook } from '../../../app/cli/book-price.ts';
import { UsageError, withUsage } from '../../../app/cli/command.ts';
import { startJobs } from '../../../app/start-jobs.ts';
import { granted } from '../../../testing/file-fixture.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

let shop: TestServer;
let mei: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await startJobs(shop.platform);
  mei = await shop.user('13644440001');
  bookId = await shop.book({}, { publish: true });
}, 120_000);
afterAll(() => shop?.close());

const price = async (...args: string[]) => {
  const said: string[] = [];
  const { data } = await priceBook.prepare(args)(shop.platform, (line) => said.push(line));
  return { data, said };
};
const begin = async (as = mei): Promise<{ no: string; page: string }> => {
  const { order } = granted(await shop.call<{ order: Order }>('/api/order/create', { as, body: { bookId, priceFen: 1_990 } }));
  const body = { no: order.no, channel: 'local' };
  const { start } = granted(await shop.call<{ start: PaymentStart }>('/api/order/pay', { as, body }));
  if (start.kind !== 'page') throw new Error(`a ${start.kind}, not a page`);
  return { no: order.no, page: new URL(start.url).pathname };
};
const open = (url: string) => shop.request({ method: 'GET', url, headers: { host: APP_HOST } });
const press = (url: string, what: string) =>
  shop.request({
    method: 'POST',
    url,
    headers: { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `press=${what}`,
  });
const statusOf = async (no: string, as = mei): Promise<string> =>
  granted(await shop.call<{ order: Order }>(`/api/order/get?no=${no}`, { as })).order.status;

describe('the command that prices a book', () => {
  it('prices a free book, permanently or for a term, and makes it free again', async () => {
    expect(await price(bookId, '39.8', '--term-days', '180')).toEqual({
      data: { bookId, priceFen: 3_980, termDays: 180 },
      said: [`图书 ${bookId} 现在 ¥39.80，有效 180 天`],
    });
    expect(await shop.call(`/api/order/offer?bookId=${bookId}`)).toMatchObject({
      payload: { priceFen: 3_980, termDays: 180, channels: ['local'] },
    });
    await price(bookId, '0');
    expect((await shop.call<{ priceFen?: number }>(`/api/order/offer?bookId=${bookId}`)).payload?.priceFen).toBeUndefined();
    await price(bookId, '19.90');
    const offer = granted(await shop.call<{ priceFen?: number; termDays?: number }>(`/api/order/offer?bookId=${bookId}`));
    expect([offer.priceFen, offer.termDays]).toEqual([1_990, undefined]);
  });

  it.each([
    [[]],
    [['x', '1']],
    [['0'.repeat(26)]],
    [['0'.repeat(26), '1.999']],
    [['0'.repeat(26), '-1']],
    [['0'.repeat(26), '1', '--term-days', '0']],
  ])('refuses %j', (args) => {
    expect(() => withUsage(priceBook, () => priceBook.prepare(args))).toThrow(UsageError);
  });

  it('refuses an unknown book', async () => {
    await expect(price('0'.repeat(26), '1')).rejects.toThrow('没有找到这本书');
  });
});

describe('the local payment page', () => {
  it('shows the amount, has no script, and requires a valid proof', async () => {
    const { page } = await begin(await shop.user('13644440002'));
    const shown = await open(page);
    expect(shown.body).toContain('《论语选读》');
    expect(shown.body).toContain('¥19.90');
    expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    // The names of the buttons are fixed: programs that test the product from outside use them (docs/configuration.md).
    expect([...shown.body.matchAll(/<button[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual([
      '付款成功',
      '付款失败',
      '稍后通知',
      '重复通知',
    ]);
    expect(shown.body).not.toMatch(/<script|https?:\/\//);
    const forged = await open(page.replace(/.$/, (last) => (last === '0' ? '1' : '0')));
    expect([forged.statusCode, forged.body.includes('没有这笔交易')]).toEqual([404, true]);
    // Whoever has the URL of the page can pay, so only the route's pattern is logged.
    expect(shop.log()).not.toContain(page.split('/').at(-1));
  });

  it('pays with three notifications and grants the book once', async () => {
    const { no, page } = await begin();
    expect((await press(page, 'fail')).body).toContain('付款没有成功');
    expect(await statusOf(no)).toBe('created');
    expect((await press(page, 'nothing')).body).toContain('付款成功</button>');
    expect((await press(page, 'twice')).body).toContain('付款成功');
    expect(await statusOf(no)).toBe('fulfilled');
    expect((await press(page, 'pay')).body).toContain('付款成功');
    const { rows } = await shop.platform.db.pool.query(
      `select count(*)::int as count from entitlement where source = 'order' and user_id = $1`,
      [mei.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('pays without a notification, and the waiting page finds the payment', async () => {
    const han = await shop.user('13644440003');
    const { no, page } = await begin(han);
    await press(page, 'later');
    shop.platform.advanceClock?.(10_000);
    expect(await shop.call(`/api/order/poll?no=${no}`, { as: han })).toMatchObject({ payload: { status: 'fulfilled' } });
  });

  it('does not accept a payment for a closed order', async () => {
    const lin = await shop.user('13644440004');
    const { no, page } = await begin(lin);
    granted(await shop.call('/api/order/cancel', { as: lin, body: { no } }));
    expect((await press(page, 'pay')).body).toContain('已经关闭');
    expect(await statusOf(no, lin)).toBe('closed');
  });

  it('accepts only notifications with its own signature', async () => {
    const wen = await shop.user('13644440005');
    const { no, page } = await begin(wen);
    const tradeNo = page.split('/').at(-2);
    const body = JSON.stringify({ id: 'x', tradeNo, txn: 'made-up', amountFen: 1_990, paidAt: 1 });
    for (const signature of ['', 'AAAA', Buffer.alloc(32).toString('base64')]) {
      const response = await shop.request({
        method: 'POST',
        url: '/api/pay/notify/local',
        headers: { host: APP_HOST, 'content-type': 'application/json', 'x-local-pay-signature': signature },
        payload: body,
      });
      expect(response.statusCode).toBe(401);
    }
    expect(await statusOf(no, wen)).toBe('created');
    for (const path of ['wechat', 'alipay']) {
      const response = await shop.request({ method: 'POST', url: `/api/pay/notify/${path}`, headers: { host: APP_HOST }, payload: body });
      expect(response.statusCode).toBe(404);
    }
  });
});

describe('a user who creates many orders', () => {
  it('is limited per hour', async () => {
    const busy = await shop.user('13644440006');
    const codes = new Map<string, number>();
    for (let n = 0; n < 62; n += 1) {
      const made = await shop.call<{ order: Order }>('/api/order/create', { as: busy, body: { bookId, priceFen: 1_990 } });
      codes.set(made.code, (codes.get(made.code) ?? 0) + 1);
      if (made.payload) await shop.call('/api/order/cancel', { as: busy, body: { no: made.payload.order.no } });
    }
    expect(Object.fromEntries(codes)).toEqual({ success: 60, 'request.tooMany': 2 });
  });
});

describe('a finance account without the reader role', () => {
  it('has no offer to buy, and an empty list of orders', async () => {
    const finance = await shop.user('13644440007', 'finance');
    await shop.platform.db.pool.query(`delete from user_role where user_id = $1 and role = 'reader'`, [finance.id]);
    expect(
      (await shop.call<{ priceFen?: number }>(`/api/order/offer?bookId=${bookId}`, { as: finance })).payload?.priceFen,
    ).toBeUndefined();
    expect(await shop.call('/api/order/list', { as: finance })).toMatchObject({ payload: { items: [] } });
    expect((await shop.call('/api/order/create', { as: finance, body: { bookId, priceFen: 1_990 } })).code).toBe('forbidden');
  });
});
