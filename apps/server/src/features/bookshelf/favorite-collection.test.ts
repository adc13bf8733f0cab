/** Tests of adding a collection to the favorites. */
import { type CollectionRecord, type listFavorites, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { aBookNamed } from '../../testing/server-order-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('favoriteCollection', 'every user');
testIdempotency('favoriteCollection', async ({ aUser, aCollection }) => ({ as: await aUser(), body: { id: await aCollection() } }));

let shop: TestServer;
let reader: TestUser;
let collectionId: string;
beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.user('13944630001');
  const bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
  const body = { title: '先秦', visible: true, items: [{ bookId }] };
  const editor = await shop.user('13944630002', 'editor');
  collectionId = granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body })).id;
});
afterAll(() => shop?.close());

const favorite = (body: object, as: TestUser | undefined = reader) =>
  shop.call<{ isFavorite: boolean }>('/api/collection/favorite', { as, body });
const listed = async () =>
  granted(await shop.call<OutputOf<typeof listFavorites>>('/api/favorite/list?targetType=collection', { as: reader })).items;

test('a collection is added to the favorites and removed again, by toggling and by an explicit state', async () => {
  expect(await favorite({ id: collectionId })).toMatchObject({ payload: { isFavorite: true }, message: '已收藏' });
  expect(await favorite({ id: collectionId, on: true })).toMatchObject({ payload: { isFavorite: true } });
  expect(await listed()).toMatchObject([{ targetType: 'collection', targetId: collectionId, collection: { title: '先秦' } }]);
  expect(await favorite({ id: collectionId })).toMatchObject({ payload: { isFavorite: false }, message: '已取消收藏' });
  expect(await favorite({ id: collectionId, on: false })).toMatchObject({ payload: { isFavorite: false } });
  expect(await listed()).toEqual([]);
});

test('an unknown collection is not found, and an anonymous user must sign in', async () => {
  expect((await favorite({ id: newId() })).code).toBe('catalog.collectionNotFound');
  expect((await shop.call('/api/collection/favorite', { body: { id: collectionId } })).code).toBe('requestLogin');
});
