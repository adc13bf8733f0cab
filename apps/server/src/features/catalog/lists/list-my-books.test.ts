/** Tests of the books of a user, and of the user's right on the product page. */
import type { getBookInfo, listMyBooks, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { grantBook } from '../../entitlement/grant-book.ts';

testAccess('listMyBooks', 'every user');

let shop: TestServer;
let reader: TestUser;
const ids = new Map<string, string>();
const metadata = (title: string, author: string, extra = ''): string =>
  `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><dc:creator>${author}</dc:creator>${extra}`;
beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.user('13933330001');
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

test('the product page shows which chapters are open and the reason of the right', async () => {
  const id = ids.get('计算机网络') ?? '';
  const info = await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${id}`, reader);
  expect(info.right).toMatchObject({ kind: 'trial', reason: '可试读前 1 章' });
  expect(info.toc.map((entry) => entry.open)).toEqual([true, false]);
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: reader.id, bookId: id });
  const owned = await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${id}`, reader);
  expect([owned.right.kind, owned.book.owned, owned.toc.every((entry) => entry.open)]).toEqual(['owned', true, true]);
  const mine = await ask<OutputOf<typeof listMyBooks>>('/api/my/getBooks', reader);
  expect(mine.items.map((item) => [item.book.title, item.right.kind])).toEqual([['计算机网络', 'owned']]);
  expect((await shop.call('/api/book/info?bookId=00000000000000000000000000')).code).toBe('catalog.bookNotFound');
});
