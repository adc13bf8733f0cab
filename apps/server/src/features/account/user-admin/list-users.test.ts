import type { listUsers, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listUsers', ['admin'], 'platform');

let shop: TestServer;
let admin: TestUser;
let mei: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  admin = await shop.user('13644440001', 'admin');
  mei = await shop.user('13644440002');
  await shop.platform.db.pool.query(`update user_account set nickname = '梅_100%' where id = $1`, [mei.id]);
}, 120_000);
afterAll(() => shop?.close());

const find = async (query: string): Promise<string[]> => {
  const { payload } = await shop.call<OutputOf<typeof listUsers>>(`/api/admin/user/list?${query}`, { as: admin });
  return (payload?.items ?? []).map(({ userId }) => userId);
};
const q = (text: string): string => `q=${encodeURIComponent(text)}`;

test('users are found by nickname, complete number, last digits and masked number; the number is never shown', async () => {
  for (const text of ['梅', '_100%', '13644440002', '0002', '136****0002']) expect(await find(q(text)), text).toEqual([mei.id]);
  for (const text of ['%', '1364444', '没有这个人']) expect(await find(q(text)), text).toEqual(text === '%' ? [mei.id] : []);
  expect(await find('role=admin')).toEqual([admin.id]);
  expect(await find('status=frozen')).toEqual([]);
  expect((await find('')).length).toBe(2);
  expect(await shop.call('/api/admin/user/list', { as: admin }).then((envelope) => JSON.stringify(envelope))).not.toContain('13644440002');
});
