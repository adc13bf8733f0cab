/** Tests of the pages of the paper book in search results and in the page list. */
import { type listPaperPages, type OutputOf, type searchBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listPaperPages', 'everyone');

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());
const ask = async <T>(url: string, as?: TestUser): Promise<T> => {
  const response = await shop.call<T>(url, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
  return response.payload;
};

test('search results and the page list name the page of the paper book', async () => {
  const paper = (title: string, body: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
  const mark = (page: number): string => `<span epub:type="pagebreak" id="p${page}" title="${page}"></span>`;
  const bookId = await shop.book({
    metadata: '<dc:identifier id="id">水利</dc:identifier><dc:title>水工</dc:title><dc:language>zh-CN</dc:language>',
    chapters: [['堤'], ['坝']],
    nav: `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>目录</title></head><body><nav epub:type="toc"><ol><li><a href="c1.xhtml">堤</a></li><li><a href="c2.xhtml">坝</a></li></ol></nav><nav epub:type="page-list"><ol><li><a href="c1.xhtml#p12">12</a></li><li><a href="c1.xhtml#p13">13</a></li></ol></nav></body></html>`,
    files: {
      'OEBPS/c1.xhtml': paper('堤', `<p>扉页上的丁坝。</p><p>${mark(12)}护岸的顺坝。</p><p>${mark(13)}潜没的锁坝。</p>`),
      'OEBPS/c2.xhtml': paper('坝', '<p>拱形的连拱坝。</p>'),
    },
  });
  const pageOf = async (q: string): Promise<string | undefined> =>
    (await ask<OutputOf<typeof searchBooks>>(`/api/search/query?tab=body&q=${encodeURIComponent(q)}`)).hits[0]?.page;
  expect(await pageOf('扉页上')).toBeUndefined();
  expect(await pageOf('护岸的')).toBe('12');
  expect(await pageOf('潜没的')).toBe('13');
  expect(await pageOf('拱形的')).toBe('13');

  const { rows } = await shop.platform.db.pool.query<{ id: string }>('select current_version_id as id from book where id = $1', [bookId]);
  const versionId = rows[0]?.id ?? '';
  const { versions } = await ask<OutputOf<typeof listPaperPages>>(`/api/book/paperPages?versionIds=${versionId},${'0'.repeat(26)}`);
  expect(versions).toHaveLength(1);
  const [first, second] = versions[0]?.documents ?? [];
  expect(first?.pages.map(({ label }) => label)).toEqual(['12', '13']);
  expect(first?.pages[0]?.from).toBeGreaterThan(0);
  expect(second?.pages).toEqual([{ label: '13', from: 0 }]);
});
