/** Tests of the home page of readers. */
import { type CollectionRecord, type getHome, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('getHome', 'everyone');

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944530001', 'editor');
  bookId = await shop.book(aBookNamed('论语选读'), { publish: true, categoryIds: ['literature'] });
});
afterAll(() => shop?.close());

const home = async () => granted(await shop.call<OutputOf<typeof getHome>>('/api/home/get'));

test('the home page lists only categories that have books', async () => {
  expect(await home()).toEqual({
    banners: [],
    rows: [],
    collections: [],
    categories: [{ id: 'literature', name: '文学', count: 1 }],
  });
});

test('the home page shows visible slots and collections, and hides a slot whose collection is hidden', async () => {
  const saveCollection = async (body: object) =>
    granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body })).id;
  const collection = await saveCollection({ title: '先秦', visible: true, items: [{ bookId }] });
  for (const body of [
    { slot: 'banner', targetType: 'book', target: bookId, lead: '从这里开始' },
    { slot: 'row', targetType: 'collection', target: collection },
  ])
    granted(await shop.call('/api/admin/slot/save', { as: editor, body }));
  expect(await home()).toMatchObject({
    banners: [{ title: '论语选读', lead: '从这里开始', address: `/course/info/${bookId}`, books: [{ id: bookId }] }],
    rows: [{ collection: { id: collection }, books: [{ id: bookId }] }],
    collections: [{ id: collection, bookCount: 1 }],
  });
  await saveCollection({ id: collection, visible: false });
  expect(await home()).toMatchObject({ banners: [{ title: '论语选读' }], rows: [], collections: [] });
});
