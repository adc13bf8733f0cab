/**
 * Tests an outage of Redis under a running server (security.md §2, outages): calls that must be counted are rejected in Chinese, reading
 * continues, and everything recovers.
 */
import type { Envelope, OutputOf, openBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestRedis, type TestRedis } from '../platform/testing/test-redis.ts';
import { openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';

const AUTH = '/api/center-user/auth';
const REFUSAL = { code: 'unavailable', message: '服务暂时不可用，请稍后再试', payload: null };

let redis: TestRedis;
let shop: TestServer;
let reader: TestUser;
let bookId: string;
beforeAll(async () => {
  redis = await startTestRedis();
  shop = await openTestServer({ REDIS_URL: redis.url });
  reader = await shop.user('13911117001');
  const metadata = '<dc:identifier id="id">free</dc:identifier><dc:title>免费的书</dc:title><dc:language>zh-CN</dc:language>';
  bookId = await shop.book({ metadata, chapters: [['第一章', '为学日益，为道日损。'.repeat(20)]] });
}, 300_000);
afterAll(async () => {
  await shop?.close();
  await redis?.kill();
});

const askForReset = (tel: string): Promise<Envelope> => shop.call(`${AUTH}/send-sms-code`, { body: { tel, type: 'resetPassword' } });
const signInBySms = (): Promise<Envelope> => shop.call(`${AUTH}/login-by-tel`, { body: { tel: '13911117002', code: '000000' } });
const readChapter = async (): Promise<number> => {
  const opened = (await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as: reader })).payload;
  const url = new URL((opened?.content.baseUrl ?? '') + (opened?.readingOrder.items[0]?.segments[0]?.href ?? ''));
  return (await shop.request({ method: 'GET', url: url.pathname + url.search, headers: { host: url.host } })).statusCode;
};

/** Calls that a rate limit counts, each with the response that it must get while Redis is unreachable. */
const counted: [string, () => Promise<Envelope>][] = [
  ['a code for a new password', () => askForReset('13911117003')],
  ['a captcha', () => shop.call(`${AUTH}/getCaptcha`)],
  ['sign-in by SMS', signInBySms],
  ['sign-up', () => shop.call(`${AUTH}/registByTelEncrypt`, { body: { tel: '13911117004', smsCode: '000000', password: 'a:b' } })],
  ['a new password', () => shop.call(`${AUTH}/change-password-by-sms`, { body: { tel: '13911117004', code: '000000', password: 'a:b' } })],
  [
    'another phone number',
    () => shop.call('/api/user/phone/change', { as: reader, body: { oldCode: '000000', tel: '13911117005', code: '000000' } }),
  ],
];

test('calls are counted while Redis responds', async () => {
  expect((await askForReset('13911117006')).code).toBe('success');
  expect((await signInBySms()).code).toBe('account.smsCodeWrong');
});

describe('while Redis is unreachable', () => {
  beforeAll(() => redis.kill());

  test.each(counted)('%s is rejected', async (_, call) => {
    expect(await call()).toMatchObject(REFUSAL);
  });

  test('a signed-in user stays signed in and can read, search and browse', async () => {
    expect((await shop.call('/api/user/userInfo/get', { as: reader })).code).toBe('success');
    expect((await shop.call('/api/course/query')).code).toBe('success');
    expect(await readChapter()).toBe(200);
  });

  test('calls are counted again after Redis has returned', async () => {
    await redis.start();
    await vi.waitFor(async () => expect((await signInBySms()).code).toBe('account.smsCodeWrong'), { timeout: 30_000, interval: 200 });
    expect((await askForReset('13911117003')).code).toBe('success');
    expect((await askForReset('13911117003')).code).toBe('account.smsTooSoon');
  });
});
