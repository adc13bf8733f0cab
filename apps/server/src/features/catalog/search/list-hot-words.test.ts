/** Tests of popular search terms. */
import type { listHotWords, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { deleteOldSearchTerms } from './search-terms.ts';

testAccess('listHotWords', 'everyone');

let shop: TestServer;
const ids = new Map<string, string>();
const metadata = (title: string, author: string, extra = ''): string =>
  `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><dc:creator>${author}</dc:creator>${extra}`;
beforeAll(async () => {
  shop = await openTestServer();
  const add = async (title: string, author: string, options: object, text: string, extra = ''): Promise<void> => {
    ids.set(
      title,
      await shop.book(
        {
          metadata: metadata(title, author, extra),
          chapters: [
            ['开篇', text.repeat(12)],
            ['续篇', `《${title}》的第二章。`.repeat(30)],
          ],
        },
        { publish: true, ...options },
      ),
    );
    shop.platform.advanceClock?.(1_000);
  };
  await add(
    '线性代数',
    '王小林',
    { categoryIds: ['science'] },
    '矩阵的特征值与特征向量。',
    '<dc:identifier>urn:isbn:9787040396614</dc:identifier><dc:publisher>高等教育出版社</dc:publisher><dc:date>2019-03</dc:date>',
  );
  await add(
    '计算机网络',
    '谢安',
    { categoryIds: ['engineering'], accessModel: 'paid', priceFen: 4_900, trialChapters: 1 },
    '分组交换把报文切成小块。',
  );
  await add('中国文学史', '袁行之', { categoryIds: ['literature'] }, '诗经里的四言诗。');
  await add('文學概論', '林語', { categoryIds: ['literature'] }, '這裏談語言與文學。');
});
afterAll(() => shop?.close());
const ask = async <T>(url: string, as?: TestUser): Promise<T> => {
  const response = await shop.call<T>(url, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
  return response.payload;
};

test('terms by which five users found books are suggested to everyone for two weeks', async () => {
  const hot = async () => (await ask<OutputOf<typeof listHotWords>>('/api/search/hot')).queries;
  const look = (q: string, as: TestUser) => ask(`/api/search/query?q=${encodeURIComponent(q)}`, as);
  const users = await Promise.all([1, 2, 3, 4, 5].map((n) => shop.user(`1393334000${n}`)));
  for (const user of users.slice(0, 4)) for (const q of ['线性代数', ' 线性代数 ', '找不到的书']) await look(q, user);
  expect(await hot()).toEqual([]);
  for (const user of users.slice(4)) for (const q of ['线性代数', '找不到的书']) await look(q, user);
  shop.platform.advanceClock?.(5 * 60_000);
  expect(await hot()).toEqual(['线性代数']);
  // No user id and no phone number is stored with a term.
  const { rows } = await shop.platform.db.pool.query<{ row: string }>('select s::text as row from search_word s');
  for (const { row } of rows) for (const { id, tel } of users) expect(row.includes(id) || row.includes(tel)).toBe(false);
  shop.platform.advanceClock?.(15 * 86_400_000);
  expect(await hot()).toEqual([]);
  await deleteOldSearchTerms(shop.platform);
  expect((await shop.platform.db.pool.query('select 1 from search_word')).rowCount).toBe(0);
});
