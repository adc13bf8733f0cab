/** Tests of the list of what each version of a book changed. */
import { type getBookChanges, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('getBookChanges', 'everyone');

let shop: TestServer;
const NOBODY = '0'.repeat(26);
const repeated = (text: string): string => text.repeat(8);
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());
const ask = async <T>(url: string, as?: TestUser): Promise<T> => {
  const response = await shop.call<T>(url, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
  return response.payload;
};
type Changes = OutputOf<typeof getBookChanges>;
const changes = (bookId: string): Promise<Changes> => ask<Changes>(`/api/book/changes?bookId=${bookId}`);
const paragraphs = ['第一段讲元素。', '第二段讲原子。', '第三段讲分子。', '第四段讲反应。'].map(repeated);
const metadata = '<dc:identifier id="id">史</dc:identifier><dc:title>化学史</dc:title><dc:language>zh-CN</dc:language>';

test('the changes of a version count added, changed and removed paragraphs and name the chapters', async () => {
  const bookId = await shop.book({
    metadata,
    chapters: [
      ['上编', ...paragraphs],
      ['下编', repeated('结语。')],
    ],
  });
  const [first = '', second = '', , fourth = ''] = paragraphs;
  const edited = [first, second.replace('原子', '离子'), fourth, repeated('全新的一段，从前没有。')];
  shop.platform.advanceClock?.(86_400_000);
  await shop.book(
    {
      metadata,
      chapters: [
        ['上编', ...edited],
        ['下编', repeated('结语。')],
      ],
    },
    { publish: true, bookId },
  );
  const { versions } = await changes(bookId);
  expect(versions.map(({ no }) => no)).toEqual([2, 1]);
  expect(versions[0]?.changes).toEqual({ added: 1, changed: 1, removed: 1, chapters: [{ title: '上编', added: 1, changed: 1 }] });
  expect(versions[1]?.changes).toBeUndefined();
  expect((await changes(bookId)).versions).toEqual(versions);
  expect(await ask(`/api/book/info?bookId=${bookId}`)).toMatchObject({ versionNo: 2, updatedAt: versions[0]?.releasedAt });
});

test('the changes of an unknown book are not found', async () => {
  expect((await shop.call(`/api/book/changes?bookId=${NOBODY}`)).code).toBe('catalog.bookNotFound');
});
