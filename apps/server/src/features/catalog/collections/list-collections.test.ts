/** Tests of searching collections. */
import type { listCollections, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listCollections', 'everyone');

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

test('search finds collections by terms of title or introduction, by traditional characters and by pinyin', async () => {
  const editor = await shop.user('13933330077', 'editor');
  const made = await shop.call<{ id: string }>('/api/admin/collection/save', {
    as: editor,
    body: {
      kind: 'topic',
      title: '数学基础',
      intro: '从线性代数开始',
      curator: '编辑部',
      visible: true,
      items: [{ bookId: ids.get('线性代数'), note: '' }],
    },
  });
  expect(made.code).toBe('success');
  const titles = async (q: string) =>
    (await ask<OutputOf<typeof listCollections>>(`/api/collection/list?q=${encodeURIComponent(q)}`)).items.map(({ title }) => title);
  for (const q of ['数学', '開始', '基础 线性', 'shuxue', 'sxjc']) expect(await titles(q), q).toEqual(['数学基础']);
  for (const q of ['文学', 'wenxue', '。']) expect(await titles(q), q).toEqual([]);
});
