import { expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { withUserAdminServer } from '../testing/user-admin-server.ts';

testAccess('setUserRoles', ['admin'], 'platform');
testIdempotency('setUserRoles', ({ aboutUser }) => aboutUser({ add: [{ role: 'editor' }] }));

const { shop, admin, callAdmin, listAuditEvents } = withUserAdminServer();

test('roles are added and removed with a reason, within the scopes that the role allows', async () => {
  shop().platform.advanceClock?.(1);
  expect((await callAdmin('roles', { add: [{ role: 'editor' }], reason: '' })).code).toBe('request.invalid');
  expect((await callAdmin('roles', { add: [{ role: 'editor', scope: 'book:x' }] })).code).toBe('request.invalid');
  expect((await callAdmin('roles', { add: [{ role: 'author', scope: `book:${'1'.repeat(26)}` }] })).code).toBe('request.invalid');
  expect((await callAdmin('roles', { add: [{ role: 'teacher', scope: 'publisher:x' }] })).code).toBe('request.invalid');
  const scope = `book:${await shop().book({}, { publish: true })}`;
  const given = await callAdmin('roles', { add: [{ role: 'editor' }, { role: 'author', scope }], reason: '新来的编辑' });
  expect(given.payload?.roles.map((held) => `${held.role} ${held.scope}`.trim())).toEqual([`author ${scope}`, 'editor', 'reader']);
  expect(given.payload?.roles[0]?.scopeName).toBe('《论语选读》');
  expect((await callAdmin('roles', { remove: [{ role: 'editor' }, { role: 'author', scope }] })).payload?.roles.length).toBe(1);
  expect((await callAdmin('roles', { userId: admin().id, remove: [{ role: 'admin' }] })).code).toBe('account.notYourself');
  expect(await listAuditEvents()).toEqual([
    { action: 'user.roles', reason: '新来的编辑' },
    { action: 'user.roles', reason: '测试' },
  ]);
});

test('only administrators can change users', async () => {
  const editor = await shop().user('13644440009', 'editor');
  for (const name of ['roles', 'freeze', 'unfreeze', 'phone'])
    expect((await callAdmin(name, { tel: '13644440008' }, editor)).code).toBe('forbidden');
  expect((await shop().call('/api/admin/user/list', { as: editor })).code).toBe('forbidden');
});
