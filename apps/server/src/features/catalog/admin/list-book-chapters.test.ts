/** Tests of the list of chapters from which editors choose trial chapters. */
import { type listBookChapters, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listBookChapters', ['editor', 'admin'], 'bookId:book');

let shop: TestServer;
let editor: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944560001', 'editor');
});
afterAll(() => shop?.close());

const list = (bookId: string, as = editor) =>
  shop.call<OutputOf<typeof listBookChapters>>(`/api/admin/book/chapters?bookId=${bookId}`, { as });

test('the chapters are listed in reading order with their ranks, keys and characters', async () => {
  const bookId = await shop.book({}, { publish: false });
  const { items, totalChars, frontChars } = granted(await list(bookId));
  expect(items.map(({ title, depth, rank }) => [title, depth, rank])).toEqual([
    ['第一章 学而', 0, 0],
    ['第二章 为政', 0, 1],
  ]);
  expect(new Set(items.map(({ key }) => key)).size).toBe(2);
  expect(items.reduce((sum, { chars }) => sum + chars, frontChars)).toBe(totalChars);
});

test('an unknown book is not found, and readers do not see the list of chapters', async () => {
  expect((await list(newId())).code).toBe('catalog.bookNotFound');
  expect((await list(newId(), await shop.user('13944560002'))).code).toBe('forbidden');
});
