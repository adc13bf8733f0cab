/** Tests of book lists by source. */
import type { getHome, OutputOf, queryBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('queryBooks', 'everyone');

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
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);

test('new and free books are listed newest first, and the home page lists only categories that have books', async () => {
  const listed = async (query: string) => titles((await ask<OutputOf<typeof queryBooks>>(`/api/book/query?${query}`)).items);
  expect(await listed('source=new')).toEqual(['文學概論', '中国文学史', '计算机网络', '线性代数']);
  expect(await listed('source=free')).toEqual(['文學概論', '中国文学史', '线性代数']);
  const home = await ask<OutputOf<typeof getHome>>('/api/home/get');
  expect(home.categories).toEqual([
    { id: 'literature', name: '文学', count: 2 },
    { id: 'science', name: '理学', count: 1 },
    { id: 'engineering', name: '工学', count: 1 },
  ]);
});

test('an empty list of a source shows which filter to remove, except the filters of the source itself', async () => {
  const ofSource = (query: string) => ask<OutputOf<typeof queryBooks>>(`/api/book/query?${query}`);
  expect(await ofSource('source=new&category=science&access=paid')).toMatchObject({
    total: 0,
    without: [
      { filter: 'category', total: 1 },
      { filter: 'access', total: 1 },
    ],
  });
  expect((await ofSource('source=free&access=paid&language=ja')).without).toEqual([{ filter: 'language', total: 3 }]);
  expect((await ofSource('source=free&access=paid')).without).toBeUndefined();
  expect((await ofSource('source=publisher&id=没有这家')).without).toBeUndefined();
});

test('the books licensed by an institution are listed in its IP range only', async () => {
  const finance = await shop.user('13933330009', 'finance');
  const far = await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=institution');
  expect(far).toMatchObject({ items: [], total: 0 });
  expect(far.title).toBeUndefined();
  expect(await ask('/api/institution/detect')).toEqual({});
  const now = shop.platform.clock.now();
  const made = await shop.call('/api/admin/license/create', {
    as: finance,
    body: {
      institution: '示范大学',
      scope: 'books',
      bookIds: [ids.get('计算机网络'), ids.get('线性代数')],
      networks: ['127.0.0.0/8'],
      startsAt: now,
      endsAt: now + 86_400_000,
    },
  });
  expect(made.code).toBe('success');
  const near = await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=institution');
  // A free book is not listed among the books of the institution, although the license covers it.
  expect(near).toMatchObject({ title: '示范大学', total: 1, items: [{ title: '计算机网络', right: 'institution' }] });
  expect(await ask('/api/institution/detect')).toEqual({ institution: '示范大学', via: 'ip' });
  shop.platform.advanceClock?.(2 * 86_400_000);
  expect((await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=institution')).total).toBe(0);
});
