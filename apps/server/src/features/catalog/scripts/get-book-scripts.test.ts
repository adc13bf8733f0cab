/** Tests of what editors see of the scripts of a book. */
import type { BookScripts } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { interactiveBook } from '../testing/interactive-book.ts';

testAccess('getBookScripts', ['editor', 'admin'], 'bookId:book');

let shop: TestServer;
let editor: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13655560001', 'editor');
}, 120_000);
afterAll(() => shop?.close());
const get = async (bookId: string): Promise<BookScripts> =>
  granted(await shop.call<BookScripts>(`/api/admin/book/scripts?bookId=${bookId}`, { as: editor }));

test('every script and every document with scripts is listed with its text', async () => {
  const found = await get(await shop.book(interactiveBook(), { publish: true }));
  expect(found.documents.map(({ href }) => href)).toEqual(['OEBPS/play.xhtml']);
  expect(found.files.map(({ path, text, isCut }) => [path, text?.slice(0, 14), isCut])).toEqual([
    ['OEBPS/play.js', 'document.title', false],
    ['OEBPS/play.xhtml', '<html xmlns="h', false],
  ]);
  expect(found.otherFiles).toBe(1);
  expect(found.approval).toBeUndefined();
});

test('a book without scripts has nothing to approve', async () => {
  expect(await get(await shop.book({}, { publish: true }))).toMatchObject({ documents: [], files: [], otherFiles: 0 });
});
