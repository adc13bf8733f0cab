import type { UserRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('setUserRoles', ['admin'], 'platform');
testIdempotency('setUserRoles', ({ aboutUser }) => aboutUser({ add: [{ role: 'editor' }] }));

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
const callAdmin = (name: string, body: object, as = admin) =>
  shop.call<UserRecord>(`/api/admin/user/${name}`, { as, body: { userId: mei.id, reason: '测试', ...body } });
const listAuditEvents = async (): Promise<unknown[]> =>
  (
    await shop.platform.db.pool.query(
      'select action, reason from audit_event where target_id = $1 and operator_id is not null order by at, id',
      [mei.id],
    )
  ).rows;

test('roles are added and removed with a reason, within the scopes that the role allows', async () => {
  shop.platform.advanceClock?.(1);
  expect((await callAdmin('roles', { add: [{ role: 'editor' }], reason: '' })).code).toBe('request.invalid');
  expect((await callAdmin('roles', { add: [{ role: 'editor', scope: 'book:x' }] })).code).toBe('request.invalid');
  expect((await callAdmin('roles', { add: [{ role: 'author', scope: `book:${'1'.repeat(26)}` }] })).code).toBe('request.invalid');
  expect((await callAdmin('roles', { add: [{ role: 'teacher', scope: 'publisher:x' }] })).code).toBe('request.invalid');
  const scope = `book:${await shop.book({}, { publish: true })}`;
  const given = await callAdmin('roles', { add: [{ role: 'editor' }, { role: 'author', scope }], reason: '新来的编辑' });
  expect(given.payload?.roles.map((held) => `${held.role} ${held.scope}`.trim())).toEqual([`author ${scope}`, 'editor', 'reader']);
  expect(given.payload?.roles[0]?.scopeName).toBe('《论语选读》');
  expect((await callAdmin('roles', { remove: [{ role: 'editor' }, { role: 'author', scope }] })).payload?.roles.length).toBe(1);
  expect((await callAdmin('roles', { userId: admin.id, remove: [{ role: 'admin' }] })).code).toBe('account.notYourself');
  expect(await listAuditEvents()).toEqual([
    { action: 'user.roles', reason: '新来的编辑' },
    { action: 'user.roles', reason: '测试' },
  ]);
});

test('only administrators can change users', async () => {
  const editor = await shop.user('13644440009', 'editor');
  for (const name of ['roles', 'freeze', 'unfreeze', 'phone'])
    expect((await callAdmin(name, { tel: '13644440008' }, editor)).code).toBe('forbidden');
  expect((await shop.call('/api/admin/user/list', { as: editor })).code).toBe('forbidden');
});
