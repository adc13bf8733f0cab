/** Accounts at the desk: found by what an administrator may know of a number, given roles, frozen and unfrozen, given another number, each with its reason. */
import type { listPeople, OutputOf, PersonRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSession } from '../features/account/sessions.ts';
import { requireUsableAccount } from '../features/account/usable-account.ts';
import { assembleAccount } from './build-server.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let admin: TestPerson;
let mei: TestPerson;
beforeAll(async () => {
  shop = await openTestServer();
  admin = await shop.person('13644440001', 'admin');
  mei = await shop.person('13644440002');
  await shop.platform.db.pool.query(`update user_account set nickname = '梅_100%' where id = $1`, [mei.id]);
}, 120_000);
afterAll(() => shop?.close());

const find = async (query: string): Promise<string[]> => {
  const { payload } = await shop.call<OutputOf<typeof listPeople>>(`/api/admin/user/list?${query}`, { as: admin });
  return (payload?.items ?? []).map(({ userId }) => userId);
};
const q = (text: string): string => `q=${encodeURIComponent(text)}`;
const act = (name: string, body: object, as = admin) =>
  shop.call<PersonRecord>(`/api/admin/user/${name}`, { as, body: { userId: mei.id, reason: '测试', ...body } });
const acts = async (): Promise<unknown[]> =>
  (
    await shop.platform.db.pool.query(
      'select act, reason from audit_act where target_id = $1 and operator_id is not null order by at, id',
      [mei.id],
    )
  ).rows;

test('people are found by nickname, whole number, its end and the number as shown; the number is never told', async () => {
  for (const text of ['梅', '_100%', '13644440002', '0002', '136****0002']) expect(await find(q(text)), text).toEqual([mei.id]);
  for (const text of ['%', '1364444', '没有这个人']) expect(await find(q(text)), text).toEqual(text === '%' ? [mei.id] : []);
  expect(await find('role=admin')).toEqual([admin.id]);
  expect(await find('status=frozen')).toEqual([]);
  expect((await find('')).length).toBe(2);
  expect(await shop.call('/api/admin/user/list', { as: admin }).then((answer) => JSON.stringify(answer))).not.toContain('13644440002');
});

test('roles are given and taken with a reason, within what a role can be bound to', async () => {
  shop.platform.advanceClock?.(1);
  expect((await act('roles', { add: [{ role: 'editor' }], reason: '' })).code).toBe('request.invalid');
  expect((await act('roles', { add: [{ role: 'editor', scope: 'book:x' }] })).code).toBe('request.invalid');
  expect((await act('roles', { add: [{ role: 'author', scope: `book:${'1'.repeat(26)}` }] })).code).toBe('request.invalid');
  expect((await act('roles', { add: [{ role: 'teacher', scope: 'publisher:x' }] })).code).toBe('request.invalid');
  const scope = `book:${await shop.book({}, { publish: true })}`;
  const given = await act('roles', { add: [{ role: 'editor' }, { role: 'author', scope }], reason: '新来的编辑' });
  expect(given.payload?.roles.map((held) => `${held.role} ${held.scope}`.trim())).toEqual([`author ${scope}`, 'editor', 'reader']);
  expect(given.payload?.roles[0]?.scopeName).toBe('《论语选读》');
  expect((await act('roles', { remove: [{ role: 'editor' }, { role: 'author', scope }] })).payload?.roles.length).toBe(1);
  expect((await act('roles', { userId: admin.id, remove: [{ role: 'admin' }] })).code).toBe('account.notYourself');
  expect(await acts()).toEqual([
    { act: 'user.roles', reason: '新来的编辑' },
    { act: 'user.roles', reason: '测试' },
  ]);
});

test('a frozen account is out at once and cannot be used, an unfrozen one can; doing it again notes nothing', async () => {
  shop.platform.advanceClock?.(1);
  expect((await act('freeze', { reason: '' })).code).toBe('request.invalid');
  expect((await act('freeze', { reason: '滥用' })).payload?.status).toBe('frozen');
  expect((await act('freeze', { reason: '滥用' })).code).toBe('success');
  expect((await shop.call('/api/user/userInfo/get', { as: mei })).code).toBe('requestLogin');
  expect(await find('status=frozen')).toEqual([mei.id]);
  await expect(requireUsableAccount(shop.platform.db.orm, { id: mei.id, status: 'frozen' })).rejects.toThrow(
    '账号已被冻结（原因：滥用）。如有疑问，请到“联系我们”留言，不登录也可以',
  );
  shop.platform.advanceClock?.(1);
  expect((await act('unfreeze', { reason: '申诉成立' })).payload?.status).toBe('active');
  expect((await acts()).slice(2)).toEqual([
    { act: 'user.freeze', reason: '滥用' },
    { act: 'user.unfreeze', reason: '申诉成立' },
  ]);
  expect((await act('freeze', { userId: admin.id })).code).toBe('account.notYourself');
  expect((await act('freeze', { userId: 'nobody' })).code).toBe('account.personNotFound');
});

test('a lost number is changed by an administrator: both masked in the log, every session and every code of either number worth nothing', async () => {
  const lan = await shop.person('13644440003');
  const { db } = shop.platform;
  await db.pool.query(`insert into account_link (provider, subject, user_id, created_at) values ('wechat', 'lan-wx', $1, 0)`, [lan.id]);
  for (const tel of ['13644440003', '13644440004', '13644440005'])
    await db.pool.query(`insert into sent_code (target, type, code_hash, created_at, expires_at) values ($1, 'login', 'x', 0, $2)`, [
      tel,
      Date.now() + 1e9,
    ]);
  const change = (body: object) => act('phone', { userId: lan.id, tel: '13644440004', reason: '核对了身份证与订单', ...body });
  expect((await change({ tel: '1234' })).code).toBe('request.invalid');
  expect((await change({ reason: ' ' })).code).toBe('request.invalid');
  expect((await change({ tel: '13644440002' })).code).toBe('account.phoneTaken');
  expect((await change({ userId: admin.id })).code).toBe('account.notYourself');
  expect((await change({ userId: 'nobody' })).code).toBe('account.personNotFound');
  expect((await shop.call('/api/user/userInfo/get', { as: lan })).code).toBe('success');

  expect((await change({})).payload).toMatchObject({ userId: lan.id, tel: '136****0004' });
  expect((await shop.call('/api/user/userInfo/get', { as: lan })).code).toBe('requestLogin');
  expect((await db.pool.query('select target as tel from sent_code order by target')).rows).toEqual([{ tel: '13644440005' }]);
  expect((await db.pool.query(`select user_id from account_link where subject = 'lan-wx'`)).rows).toEqual([{ user_id: lan.id }]);
  // Who proved the lost number a moment ago comes too late.
  const account = assembleAccount(shop.platform);
  const late = { id: lan.id, nickname: '', avatar: '', provenTel: '13644440003' };
  const device = { deviceCode: 'web', deviceId: undefined, userAgent: '' } as const;
  await expect(startSession(account, late, device, false)).rejects.toMatchObject({ code: 'account.smsCodeWrong' });
  await expect(startSession(account, { ...late, provenTel: '13644440004' }, device, false)).resolves.toBeDefined();

  expect((await change({})).code).toBe('success');
  const { rows } = await db.pool.query(`select before, after, reason, operator_id from audit_act where act = 'user.phone'`);
  expect(rows).toEqual([
    { before: { tel: '136****0003' }, after: { tel: '136****0004' }, reason: '核对了身份证与订单', operator_id: admin.id },
  ]);
  // Done before, it ends nothing.
  expect((await db.pool.query('select 1 from session where user_id = $1', [lan.id])).rows).toHaveLength(1);
  expect(await find(q(lan.id))).toEqual([lan.id]);
});

test('nobody but an administrator does any of it', async () => {
  const editor = await shop.person('13644440009', 'editor');
  for (const name of ['roles', 'freeze', 'unfreeze', 'phone'])
    expect((await act(name, { tel: '13644440008' }, editor)).code).toBe('forbidden');
  expect((await shop.call('/api/admin/user/list', { as: editor })).code).toBe('forbidden');
});
