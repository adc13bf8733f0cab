/** Tests of `freezeUser`: sessions end at once; the reason is recorded. */
import { expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { withUserAdminServer } from '../testing/user-admin-server.ts';
import { requireUsableAccount } from '../usable-account.ts';

testAccess('freezeUser', ['admin'], 'platform');
testIdempotency('freezeUser', ({ aboutUser }) => aboutUser());

const { shop, admin, mei, find, callAdmin, listAuditEvents } = withUserAdminServer();

test('a frozen account is signed out at once and cannot be used, an unfrozen one can; repeating either records nothing', async () => {
  shop().platform.advanceClock?.(1);
  expect((await callAdmin('freeze', { reason: '' })).code).toBe('request.invalid');
  expect((await callAdmin('freeze', { reason: '滥用' })).payload?.status).toBe('frozen');
  expect((await callAdmin('freeze', { reason: '滥用' })).code).toBe('success');
  expect((await shop().call('/api/user/userInfo/get', { as: mei() })).code).toBe('requestLogin');
  expect(await find('status=frozen')).toEqual([mei().id]);
  await expect(requireUsableAccount(shop().platform.db.orm, { id: mei().id, status: 'frozen' })).rejects.toThrow(
    '账号已被冻结（原因：滥用）。如有疑问，请到“联系我们”留言，不登录也可以',
  );
  shop().platform.advanceClock?.(1);
  expect((await callAdmin('unfreeze', { reason: '申诉成立' })).payload?.status).toBe('active');
  expect(await listAuditEvents()).toEqual([
    { action: 'user.freeze', reason: '滥用' },
    { action: 'user.unfreeze', reason: '申诉成立' },
  ]);
  expect((await callAdmin('freeze', { userId: admin().id })).code).toBe('account.notYourself');
  expect((await callAdmin('freeze', { userId: 'nobody' })).code).toBe('account.personNotFound');
});
