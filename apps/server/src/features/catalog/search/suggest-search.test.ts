/** Tests of the suggestions while a user types. */
import type { OutputOf, suggestSearch } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('suggestSearch', 'everyone');

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

test('titles that begin with the typed text are suggested', async () => {
  const typed = await ask<OutputOf<typeof suggestSearch>>(`/api/search/suggest?q=${encodeURIComponent('中国')}`);
  expect(typed.suggestions).toEqual([{ text: '中国文学史', bookId: ids.get('中国文学史') }]);
});
