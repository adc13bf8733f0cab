/** Tests of the page of the simulated payment provider on its own HTTP server: what it shows of each trade, and what its buttons do. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from '../../../gateways/outbox/outbox.ts';
import { createLocalPay, type LocalPay } from '../../../gateways/payment/local-pay.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { registerLocalPayPage } from './local-pay-page.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 15);
let now = NOW;
let database: TestDatabase;
let folder: string;
let localPay: LocalPay;
let http: FastifyInstance;
const routes: RouteOptions[] = [];
/** The notifications that arrived at the URL the server gives to payment providers. */
const notifications: { host: string | undefined; type: string | undefined; signature: unknown; body: unknown }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-local-page-'));
  localPay = createLocalPay({
    db: database.db,
    clock: { now: () => now },
    secret: Buffer.alloc(32, 1),
    outbox: createOutbox(folder, 'pay'),
    publicUrl: '',
  });
  http = Fastify();
  http.addHook('onRoute', (route) => void routes.push(route));
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  http.post('/api/pay/notify/local', async ({ headers, body }) => {
    notifications.push({ host: headers.host, type: headers['content-type'], signature: headers['x-local-pay-signature'], body });
    return {};
  });
  registerLocalPayPage(http, { localPay, now: () => now, host: 'books.example.com' });
});
afterAll(async () => {
  await http?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  now = NOW;
  notifications.length = 0;
});

let trades = 0;
const begin = async (subject = '《论语》') => {
  trades += 1;
  const tradeNo = `trade${trades}`;
  const start = await localPay.begin({ tradeNo, amountFen: 3980, subject, expireAt: NOW + 1000, notifyUrl: '', returnUrl: '' });
  if (start.kind !== 'page') throw new Error('no page');
  return { tradeNo, url: start.url };
};
const open = (url: string) => http.inject({ method: 'GET', url });
const press = (url: string, payload: string) =>
  http.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload });
const FORM =
  '<form method="post"><button name="press" value="pay" class="main">付款成功</button><div class="others"><button name="press" value="fail">付款失败</button><button name="press" value="later">稍后通知</button><button name="press" value="twice">重复通知</button></div></form>';
const mainOf = (body: string): string => /<main>(.*)<\/main>/s.exec(body)?.[1] ?? '';
const HEAD = '<h1>演示支付</h1><p class="note">这里不会扣款，只用来演示付款的过程。</p>';
const trade = (subject = '《论语》') => `${HEAD}<p class="subject">${subject}</p><p class="amount">¥39.80</p>`;
const status = (sentence: string) => `${trade()}<p role="status">${sentence}</p>`;

describe('the page', () => {
  it('of an open trade shows the amount and four buttons, has no script and cannot be framed', async () => {
    const response = await open((await begin()).url);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    });
    expect(mainOf(response.body)).toBe(`${trade()}${FORM}`);
    expect(response.body).toMatch(/^<!doctype html><html lang="zh-CN"><head>.*<title>演示支付<\/title><style>\nbody\{.*<\/body><\/html>$/s);
  });

  it('escapes the title', async () => {
    expect(mainOf((await open((await begin(`<b>"A" & 'B'</b>`)).url)).body)).toContain(
      `<p class="subject">&lt;b&gt;&quot;A&quot; &amp; 'B'&lt;/b&gt;</p>`,
    );
  });

  it('is not found for an unknown trade or a wrong proof', async () => {
    const { url, tradeNo } = await begin();
    for (const forged of [url.replace(/.$/, (last) => (last === '0' ? '1' : '0')), url.replace(tradeNo, 'none')]) {
      for (const response of [await open(forged), await press(forged, 'press=pay')]) {
        expect([response.statusCode, mainOf(response.body)]).toEqual([404, `${HEAD}<p class="subject">没有这笔交易。</p>`]);
      }
    }
    expect(await localPay.query(tradeNo)).toMatchObject({ state: 'unpaid' });
  });

  it('has no form once the trade has expired', async () => {
    const { url } = await begin();
    now = NOW + 999;
    expect(mainOf((await open(url)).body)).toContain('<form');
    now += 1;
    expect(mainOf((await open(url)).body)).toBe(status('已超过付款时间。请回到书房重新下单。'));
  });

  it('shows that a trade is closed or refunded, also after its expiry', async () => {
    const [closed, refunded] = [await begin(), await begin()];
    await localPay.close(closed.tradeNo);
    await press(refunded.url, 'press=later');
    await localPay.refund({ tradeNo: refunded.tradeNo, refundNo: 'all', refundFen: 3980, totalFen: 3980, reason: '', notifyUrl: '' });
    now = NOW + 10_000;
    expect(mainOf((await open(closed.url)).body)).toBe(status('这笔交易已经关闭，不能付款。请回到书房重新支付。'));
    expect(mainOf((await open(refunded.url)).body)).toBe(status('这笔付款已经退回。'));
  });

  it('is not part of the documented API, and its path is not logged', () => {
    const own = routes.filter(({ url }) => url.startsWith('/api/pay/local/'));
    expect(own.map(({ method, url, config, schema }) => [method, url, config, schema])).toEqual(
      ['GET', 'HEAD', 'POST'].map((method) => [
        method,
        '/api/pay/local/:tradeNo/:proof',
        expect.objectContaining({ pathIsSecret: true }),
        expect.objectContaining({ hide: true }),
      ]),
    );
  });
});

describe('a button', () => {
  it('for a payment sends a notification to our URL, like any platform', async () => {
    const { url, tradeNo } = await begin();
    const response = await press(url, 'press=pay');
    expect([response.statusCode, mainOf(response.body)]).toEqual([200, status('付款成功。可以关闭这个窗口，回到书房。')]);
    expect(notifications).toEqual([
      {
        host: 'books.example.com',
        type: 'application/json',
        signature: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
        body: expect.objectContaining({ tradeNo, amountFen: 3980 }),
      },
    ]);
  });

  it('for a failure shows a message, and the trade can be paid afterwards', async () => {
    const { url } = await begin();
    expect(mainOf((await press(url, 'press=fail')).body)).toBe(
      `${trade()}${FORM.replace('<form method="post">', '<form method="post"><p role="status">付款没有成功，可以再试一次。</p>')}`,
    );
    expect(mainOf((await press(url, 'press=twice')).body)).toContain('付款成功。');
    expect(notifications).toHaveLength(3);
  });

  it('that is unknown or missing changes nothing', async () => {
    const { url } = await begin();
    for (const payload of ['press=steal', 'other=pay', '']) {
      const response = await press(url, payload);
      expect([response.statusCode, mainOf(response.body)]).toEqual([200, `${trade()}${FORM}`]);
    }
    expect(mainOf((await http.inject({ method: 'POST', url })).body)).toBe(`${trade()}${FORM}`);
    expect(notifications).toEqual([]);
  });
});
