/** Tests of the reading times in the table of contents. */
import { type getBookInfo, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

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

test('the table of contents shows the reading time of each document once', async () => {
  const chapter = (title: string, chars: number): [string, string] => [title, '字'.repeat(chars)];
  const nav = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>目录</title></head><body><nav epub:type="toc"><ol>
    <li><a href="c1.xhtml">上编</a><ol><li><a href="c1.xhtml#p1">上编第一节</a></li></ol></li><li><a href="c2.xhtml">下编</a></li></ol></nav></body></html>`;
  const bookId = await shop.book({
    metadata: '<dc:identifier id="id">时</dc:identifier><dc:title>时长</dc:title><dc:language>zh-CN</dc:language>',
    nav,
    chapters: [chapter('上编', 900), chapter('下编', 20)],
  });
  const { toc } = await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`);
  expect(toc.map(({ minutes, children }) => [minutes, children?.map((child) => child.minutes)])).toEqual([
    [4, [undefined]],
    [1, undefined],
  ]);
});
