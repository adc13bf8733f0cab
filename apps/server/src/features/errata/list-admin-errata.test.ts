/** Tests of the list of errata in the admin area. */
import { type AdminErratum, type Erratum } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('listAdminErrata', ['editor', 'admin'], 'filtered');

let shop: TestServer;
let editor: TestUser;
let userCount = 0;
let bookId: string;
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
const ask = async <T>(url: string, as?: TestUser): Promise<T> => {
  const response = await shop.call<T>(url, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
  return response.payload;
};
const send = <T = unknown>(url: string, as: TestUser, body: object) => shop.call<T>(url, { as, body });
const report = (as: TestUser, body: object = {}) =>
  send<Erratum>('/api/errata/report', as, { bookId, quote: '学而时习之，不亦悦乎', suggestion: '学而时习之，不亦说乎', ...body });
const reported = async (as: TestUser, body?: object): Promise<string> => {
  const { payload } = await report(as, body);
  if (payload === null) throw new Error('the erratum was not reported');
  return payload.id;
};

test('the admin area lists open errata with their reporters, oldest first', async () => {
  const finder = await aUser();
  const ids: string[] = [];
  for (const suggestion of ['一', '二', '三']) {
    ids.push(await reported(finder, { suggestion }));
    shop.platform.advanceClock?.(1_000);
  }
  const page = (cursor = '') =>
    ask<{ items: AdminErratum[]; nextCursor?: string; counts: object }>(
      `/api/admin/errata/list?bookId=${bookId}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      editor,
    );
  const first = await page();
  const second = await page(first.nextCursor);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(first).toMatchObject({ counts: { submitted: 3 }, items: [{ reporter: { userId: finder.id } }, {}] });
});
