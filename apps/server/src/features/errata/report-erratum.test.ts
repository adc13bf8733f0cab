/** Tests of the validation of errata and of the permissions to report and decide them. */
import { type AdminErratum, type Erratum } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('reportErratum', 'every user');
testIdempotency('reportErratum', async ({ aUser, erratumReport }) => ({ as: await aUser(), body: erratumReport() }));

let shop: TestServer;
let editor: TestUser;
let userCount = 0;
let bookId: string;
const NOBODY = '0'.repeat(26);
const aUser = (role?: 'editor'): Promise<TestUser> => {
  userCount += 1;
  return shop.user(`1393335${String(userCount).padStart(4, '0')}`, role);
};
const metadata = (title: string): string =>
  `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>`;
const aBook = (title: string, text: string, options: object = {}): Promise<string> =>
  shop.book(
    { metadata: metadata(title), chapters: [['开篇', text.repeat(20)]] },
    { publish: true, accessModel: 'paid', priceFen: 900, ...options },
  );
beforeAll(async () => {
  shop = await openTestServer();
  editor = await aUser('editor');
});
beforeEach(async () => {
  bookId = await aBook(`书 ${userCount}`, `第 ${userCount} 本书的正文。`);
});
afterAll(() => shop?.close());
const send = <T = unknown>(url: string, as: TestUser, body: object) => shop.call<T>(url, { as, body });
const report = (as: TestUser, body: object = {}) =>
  send<Erratum>('/api/errata/report', as, { bookId, quote: '学而时习之，不亦悦乎', suggestion: '学而时习之，不亦说乎', ...body });
const decide = (id: string, body: object, as = editor) => send<AdminErratum>('/api/errata/decide', as, { id, ...body });
const reported = async (as: TestUser, body?: object): Promise<string> => {
  const { payload } = await report(as, body);
  if (payload === null) throw new Error('the erratum was not reported');
  return payload.id;
};

test('signed-in users report errata, invalid reports are rejected, and only editors decide', async () => {
  const finder = await aUser();
  expect((await shop.call('/api/errata/report', { body: { bookId, quote: '甲', suggestion: '乙' } })).code).toBe('requestLogin');
  expect((await shop.call(`/api/errata/list?bookId=${bookId}&whose=mine`)).code).toBe('requestLogin');
  expect((await report(finder, { suggestion: ' 学而时习之，不亦悦乎 ' })).code).toBe('errata.sameText');
  expect((await report(finder, { quote: ' ' })).message).toBe('请填写有误的原文');
  expect((await report(finder, { quote: '字'.repeat(201) })).code).toBe('request.invalid');
  expect((await report(finder, { bookId: NOBODY })).code).toBe('catalog.bookNotFound');
  const id = await reported(finder);
  expect((await decide(id, { decision: 'accept' }, finder)).code).toBe('forbidden');
  expect((await decide(NOBODY, { decision: 'accept' })).code).toBe('errata.notFound');
});
