/** Tests of the chapters to which a short link can lead. */
import { type listChapterTargets, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listChapterTargets', ['editor', 'admin'], 'bookId:book');

let shop: TestServer;
let editor: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944620001', 'editor');
});
afterAll(() => shop?.close());

const list = (bookId: string, as = editor) =>
  shop.call<OutputOf<typeof listChapterTargets>>(`/api/admin/q/places?bookId=${bookId}`, { as });

test('each chapter is listed with its level and the block it begins with', async () => {
  const { items } = granted(await list(await shop.book({}, { publish: true })));
  expect(items.map(({ title, level }) => [title, level])).toEqual([
    ['第一章 学而', 1],
    ['第二章 为政', 1],
  ]);
  expect(new Set(items.map(({ blockId }) => blockId)).size).toBe(2);
});

test('the chapters of an unknown book are not found, and readers do not see them', async () => {
  expect((await list(newId())).code).toBe('catalog.bookNotFound');
  expect((await list(newId(), await shop.user('13944620002'))).code).toBe('forbidden');
});
