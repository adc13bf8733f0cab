/** Tests of the public list of errata and of the caller's own list. */
import { type AdminErratum, type Erratum, type listErrata, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('listErrata', 'everyone');

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
type List = OutputOf<typeof listErrata>;
const list = (as?: TestUser, whose = 'all'): Promise<List> => ask<List>(`/api/errata/list?bookId=${bookId}&whose=${whose}`, as);
const report = (as: TestUser, body: object = {}) =>
  send<Erratum>('/api/errata/report', as, { bookId, quote: '学而时习之，不亦悦乎', suggestion: '学而时习之，不亦说乎', ...body });
const decide = (id: string, body: object, as = editor) => send<AdminErratum>('/api/errata/decide', as, { id, ...body });
const reported = async (as: TestUser, body?: object): Promise<string> => {
  const { payload } = await report(as, body);
  if (payload === null) throw new Error('the erratum was not reported');
  return payload.id;
};

test('rejected and duplicate errata are listed for their reporter only', async () => {
  const finder = await aUser();
  const [wrong, known] = [await reported(finder), await reported(finder, { suggestion: '另一种写法' })];
  expect((await decide(wrong, { decision: 'reject' })).message).toBe('请写明不采纳的原因');
  expect((await decide(wrong, { decision: 'reject', reply: '通假字，原文无误' })).payload?.state).toBe('rejected');
  expect((await decide(known, { decision: 'duplicate' })).payload?.state).toBe('duplicate');
  expect((await list()).items).toEqual([]);
  expect((await list(finder, 'mine')).items.map(({ state, reply: response }) => [state, response])).toEqual([
    ['duplicate', ''],
    ['rejected', '通假字，原文无误'],
  ]);
});
