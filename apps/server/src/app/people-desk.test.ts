/** Accounts at the desk: found by what an administrator may know of a number, given roles, frozen and unfrozen, each with its reason. */
import type { listPeople, OutputOf, PersonRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  shop.platform.advanceClock?.(1);
  expect((await act('unfreeze', { reason: '申诉成立' })).payload?.status).toBe('active');
  expect((await acts()).slice(2)).toEqual([
    { act: 'user.freeze', reason: '滥用' },
    { act: 'user.unfreeze', reason: '申诉成立' },
  ]);
  expect((await act('freeze', { userId: admin.id })).code).toBe('account.notYourself');
  expect((await act('freeze', { userId: 'nobody' })).code).toBe('account.personNotFound');
});

test('nobody but an administrator does any of it', async () => {
  const editor = await shop.person('13644440009', 'editor');
  for (const name of ['roles', 'freeze', 'unfreeze']) expect((await act(name, {}, editor)).code).toBe('forbidden');
  expect((await shop.call('/api/admin/user/list', { as: editor })).code).toBe('forbidden');
});
