/** Tests of `changeUserPhone`: an administrator replaces a lost number. */
import { expect, test } from 'vitest';
import { assembleAccount } from '../../../app/assemble-account.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { withUserAdminServer } from '../testing/user-admin-server.ts';

testAccess('changeUserPhone', ['admin'], 'platform');
testIdempotency('changeUserPhone', ({ aboutUser, wire }) => aboutUser({ tel: wire.aTel() }));

const { shop, admin, find, q, callAdmin } = withUserAdminServer();

test('an administrator changes a lost number, which ends every session and code and is logged with masked numbers', async () => {
  const lan = await shop().user('13644440003');
  const { db } = shop().platform;
  await db.pool.query(`insert into account_link (provider, subject, user_id, created_at) values ('wechat', 'lan-wx', $1, 0)`, [lan.id]);
  for (const tel of ['13644440003', '13644440004', '13644440005'])
    await db.pool.query(`insert into sent_code (target, type, code_hash, created_at, expires_at) values ($1, 'login', 'x', 0, $2)`, [
      tel,
      Date.now() + 1e9,
    ]);
  const change = (body: object) => callAdmin('phone', { userId: lan.id, tel: '13644440004', reason: '核对了身份证与订单', ...body });
  expect((await change({ tel: '1234' })).code).toBe('request.invalid');
  expect((await change({ reason: ' ' })).code).toBe('request.invalid');
  expect((await change({ tel: '13644440002' })).code).toBe('account.phoneTaken');
  expect((await change({ userId: admin().id })).code).toBe('account.notYourself');
  expect((await change({ userId: 'nobody' })).code).toBe('account.personNotFound');
  expect((await shop().call('/api/user/userInfo/get', { as: lan })).code).toBe('success');

  expect((await change({})).payload).toMatchObject({ userId: lan.id, tel: '136****0004' });
  expect((await shop().call('/api/user/userInfo/get', { as: lan })).code).toBe('requestLogin');
  expect((await db.pool.query('select target as tel from sent_code order by target')).rows).toEqual([{ tel: '13644440005' }]);
  expect((await db.pool.query(`select user_id from account_link where subject = 'lan-wx'`)).rows).toEqual([{ user_id: lan.id }]);
  // A sign-in fails if its SMS code was checked for the old number just before the number was changed.
  const account = assembleAccount(shop().platform);
  const late = { id: lan.id, nickname: '', avatar: '', provenTel: '13644440003' };
  const device = { deviceCode: 'web', deviceId: undefined, userAgent: '' } as const;
  await expect(completeSignIn(account, late, device)).rejects.toMatchObject({ code: 'account.smsCodeWrong' });
  await expect(completeSignIn(account, { ...late, provenTel: '13644440004' }, device)).resolves.toBeDefined();

  expect((await change({})).code).toBe('success');
  const { rows } = await db.pool.query(`select before, after, reason, operator_id from audit_event where action = 'user.phone'`);
  expect(rows).toEqual([
    { before: { tel: '136****0003' }, after: { tel: '136****0004' }, reason: '核对了身份证与订单', operator_id: admin().id },
  ]);
  // A second, identical change ends no session: the session that began after the first change is still there.
  expect((await db.pool.query('select 1 from session where user_id = $1', [lan.id])).rows).toHaveLength(1);
  expect(await find(q(lan.id))).toEqual([lan.id]);
});
