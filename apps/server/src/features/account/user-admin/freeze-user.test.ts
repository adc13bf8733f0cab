/** Tests of `freezeUser`: sessions end at once; the reason is recorded. */
import type { listUsers, OutputOf, UserRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { requireUsableAccount } from '../usable-account.ts';

testAccess('freezeUser', ['admin'], 'platform');
testIdempotency('freezeUser', ({ aboutUser }) => aboutUser());

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
const callAdmin = (name: string, body: object, as = admin) =>
  shop.call<UserRecord>(`/api/admin/user/${name}`, { as, body: { userId: mei.id, reason: '测试', ...body } });
const listAuditEvents = async (): Promise<unknown[]> =>
  (
    await shop.platform.db.pool.query(
      'select action, reason from audit_event where target_id = $1 and operator_id is not null order by at, id',
      [mei.id],
    )
  ).rows;

test('a frozen account is signed out at once and cannot be used, an unfrozen one can; repeating either records nothing', async () => {
  shop.platform.advanceClock?.(1);
  expect((await callAdmin('freeze', { reason: '' })).code).toBe('request.invalid');
  expect((await callAdmin('freeze', { reason: '滥用' })).payload?.status).toBe('frozen');
  expect((await callAdmin('freeze', { reason: '滥用' })).code).toBe('success');
  expect((await shop.call('/api/user/userInfo/get', { as: mei })).code).toBe('requestLogin');
  expect(await find('status=frozen')).toEqual([mei.id]);
  await expect(requireUsableAccount(shop.platform.db.orm, { id: mei.id, status: 'frozen' })).rejects.toThrow(
    '账号已被冻结（原因：滥用）。如有疑问，请到“联系我们”留言，不登录也可以',
  );
  shop.platform.advanceClock?.(1);
  expect((await callAdmin('unfreeze', { reason: '申诉成立' })).payload?.status).toBe('active');
  expect(await listAuditEvents()).toEqual([
    { action: 'user.freeze', reason: '滥用' },
    { action: 'user.unfreeze', reason: '申诉成立' },
  ]);
  expect((await callAdmin('freeze', { userId: admin.id })).code).toBe('account.notYourself');
  expect((await callAdmin('freeze', { userId: 'nobody' })).code).toBe('account.personNotFound');
});
