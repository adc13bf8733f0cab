/** Tests of the lists of books of a publisher, of books of an author, and of popular books. */
import type { OutputOf, queryBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { countPopularity } from './count-popularity.ts';

let shop: TestServer;
const ids: Record<string, string> = {};
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  for (const [title, author, publisher] of [
    ['论语选读', '孔子弟子', '中华书局'],
    ['孟子选读', '孟子', '中华书局'],
    ['庄子选读', '庄子', '古籍社'],
    ['荀子选读', '荀子', '古籍社'],
  ] as const) {
    ids[title] = await shop.book({
      metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><dc:creator>${author}</dc:creator><dc:publisher>${publisher}</dc:publisher>`,
      chapters: [['开篇', `《${title}》的开篇。`.repeat(20)]],
    });
    shop.platform.advanceClock?.(1_000);
  }
});
afterAll(() => shop?.close());
const bookOf = (title: string): string => ids[title] ?? '';
const ask = async <T>(url: string, as?: TestPerson): Promise<T> => granted(await shop.call<T>(url, as === undefined ? {} : { as }));
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);
const listed = async (query: string) => titles((await ask<OutputOf<typeof queryBooks>>(`/api/book/query?${query}`)).items);

test('the list of a publisher or author requires a name, and an unknown source is rejected', async () => {
  expect(await listed(`source=publisher&id=${encodeURIComponent('古籍社')}`)).toEqual(['荀子选读', '庄子选读']);
  expect(await listed(`source=author&id=${encodeURIComponent('孟子')}`)).toEqual(['孟子选读']);
  expect((await shop.call('/api/book/query?source=publisher')).code).toBe('request.invalid');
  expect((await shop.call('/api/book/query?source=stolen')).code).toBe('request.invalid');
});

test('the list of popular books starts with the most read, and each order lists all books once', async () => {
  const { db, clock } = shop.platform;
  const count = (readers: Map<string, number>) =>
    countPopularity({ db, clock, countReaders: async () => readers, countFavorites: async () => new Map([[bookOf('庄子选读'), 3]]) });
  await count(new Map([[bookOf('论语选读'), 5]]));
  expect(await listed('source=hot')).toEqual(['庄子选读', '论语选读']);
  await count(new Map([[bookOf('论语选读'), 9]]));
  expect(await listed('source=hot')).toEqual(['论语选读', '庄子选读']);
  for (const sort of ['default', 'newest', 'hot', 'title']) {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await ask<OutputOf<typeof queryBooks>>(`/api/book/query?source=new&sort=${sort}&limit=1&cursor=${cursor}`);
      seen.push(...titles(page.items));
      cursor = page.next ?? '';
    } while (cursor !== '');
    expect([...seen].toSorted()).toEqual(Object.keys(ids).toSorted());
  }
  expect((await shop.call('/api/book/query?source=hot&cursor=nonsense')).code).toBe('request.invalid');
});
