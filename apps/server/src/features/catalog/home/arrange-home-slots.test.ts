/** Tests of the order of home slots. */
import { type HomeSlotRecord, type listHomeSlots, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('arrangeHomeSlots', ['editor', 'admin'], 'platform');
testIdempotency('arrangeHomeSlots', async ({ aUser, aHomeSlot }) => ({ as: await aUser('admin'), body: { ids: [await aHomeSlot()] } }));

let shop: TestServer;
let editor: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944510001', 'editor');
});
afterAll(() => shop?.close());

const addSlot = async (title: string): Promise<string> => {
  const body = { slot: 'banner', targetType: 'page', target: '/book/list', title };
  return granted(await shop.call<HomeSlotRecord>('/api/admin/slot/save', { as: editor, body })).id;
};
const titles = async (): Promise<string[]> =>
  granted(await shop.call<OutputOf<typeof listHomeSlots>>('/api/admin/slot/list', { as: editor })).items.map(({ title }) => title);
const arrange = (ids: readonly string[], as = editor) => shop.call('/api/admin/slot/arrange', { as, body: { ids } });

test('home slots are put in order, those not listed keep their order after them, and the order is in the audit log', async () => {
  const ids = [await addSlot('甲'), await addSlot('乙'), await addSlot('丙')];
  expect(await titles()).toEqual(['甲', '乙', '丙']);
  expect((await arrange([ids[2] ?? ''])).code).toBe('success');
  expect(await titles()).toEqual(['丙', '甲', '乙']);
  expect((await arrange([ids[1] ?? '', ids[0] ?? '', ids[2] ?? ''])).code).toBe('success');
  expect(await titles()).toEqual(['乙', '甲', '丙']);
  const { rows } = await shop.platform.db.pool.query("select after from audit_event where action = 'slot.arrange' order by id");
  expect(rows).toEqual([{ after: { ids: [ids[2]] } }, { after: { ids: [ids[1], ids[0], ids[2]] } }]);
});

test('only editors of the platform arrange home slots', async () => {
  expect((await arrange([], await shop.user('13944510002'))).code).toBe('forbidden');
});
