/** Tests of removing a home slot. */
import { type HomeSlotRecord, type listHomeSlots, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('removeHomeSlot', ['editor', 'admin'], 'platform');
testIdempotency('removeHomeSlot', async ({ aUser, aHomeSlot }) => ({ as: await aUser('admin'), body: { id: await aHomeSlot() } }));

let shop: TestServer;
let editor: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944520001', 'editor');
});
afterAll(() => shop?.close());

const remove = (id: string, as = editor) => shop.call('/api/admin/slot/remove', { as, body: { id } });

test('a removed home slot is not listed, the removal is in the audit log, and an unknown slot is not found', async () => {
  const body = { slot: 'banner', targetType: 'page', target: '/book/list', title: '找书' };
  const { id } = granted(await shop.call<HomeSlotRecord>('/api/admin/slot/save', { as: editor, body }));
  expect(await remove(id)).toMatchObject({ code: 'success', message: '已删除' });
  expect(granted(await shop.call<OutputOf<typeof listHomeSlots>>('/api/admin/slot/list', { as: editor })).items).toEqual([]);
  expect((await remove(id)).code).toBe('catalog.slotNotFound');
  expect((await remove(newId())).code).toBe('catalog.slotNotFound');
  const { rows } = await shop.platform.db.pool.query("select target_id, target_name from audit_event where action = 'slot.remove'");
  expect(rows).toEqual([{ target_id: id, target_name: '找书' }]);
});

test('only editors of the platform remove home slots', async () => {
  expect((await remove(newId(), await shop.user('13944520002'))).code).toBe('forbidden');
});
