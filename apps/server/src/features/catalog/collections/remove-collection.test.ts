/** Tests of removing a collection. */
import { type CollectionRecord, newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('removeCollection', ['editor', 'admin'], 'id:collection');
testIdempotency('removeCollection', async ({ aUser, aCollection }) => ({ as: await aUser('admin'), body: { id: await aCollection() } }));

let shop: TestServer;
let editor: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944580001', 'editor');
});
afterAll(() => shop?.close());

const remove = (id: string, as = editor) => shop.call('/api/admin/collection/remove', { as, body: { id } });

test('removing a collection removes the home slots that link to it, but not its books', async () => {
  const bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
  const body = { title: '先秦', visible: true, items: [{ bookId }] };
  const { id } = granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body }));
  granted(await shop.call('/api/admin/slot/save', { as: editor, body: { slot: 'row', targetType: 'collection', target: id } }));
  expect(await remove(id)).toMatchObject({ code: 'success', message: '已删除' });
  expect((await shop.call(`/api/collection/get?id=${id}`)).code).toBe('catalog.collectionNotFound');
  expect((await shop.platform.db.pool.query('select 1 from home_slot')).rowCount).toBe(0);
  expect((await shop.call(`/api/book/info?bookId=${bookId}`)).code).toBe('success');
  const { rows } = await shop.platform.db.pool.query("select target_id, target_name from audit_event where action = 'collection.remove'");
  expect(rows).toEqual([{ target_id: id, target_name: '先秦' }]);
});

test('an unknown collection is not found, and readers cannot remove collections', async () => {
  expect((await remove(newId())).code).toBe('catalog.collectionNotFound');
  expect((await remove(newId(), await shop.user('13944580002'))).code).toBe('forbidden');
});
