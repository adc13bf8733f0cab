/** Tests of the deletion of an imported dictionary. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { findEntries, insertDictionary, insertEntries } from './dictionary-store.ts';

const DELETE = '/api/admin/dictionary/delete';

testAccess('deleteDictionary', ['admin'], 'platform');
testIdempotency('deleteDictionary', async ({ aUser, query }) => {
  const id = newId();
  await query(`insert into dictionary (id, name, license, format, entries, imported_at) values ($1, $1, '自编', 'json', 0, 0)`, [id]);
  return { as: await aUser('admin'), body: { id, reason: '许可到期' } };
});

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

test('a dictionary is deleted with its entries and the reason is recorded, once', async () => {
  const { db } = shop.platform;
  const id = newId();
  await db.transaction(async (tx) => {
    await insertDictionary(tx, { id, name: '字表', license: '自编', format: 'json', entries: 1, importedAt: 0 });
    await insertEntries(tx, id, 0, [{ words: ['学'], headword: '学', definitions: ['学习'] }]);
  });
  const admin = await shop.user('13933379401', 'admin');
  const remove = (reason: string) => shop.call(DELETE, { as: admin, body: { id, reason } });
  expect((await remove(' ')).code).toBe('request.invalid');
  expect(await findEntries(db.orm, ['学'], 5)).toHaveLength(1);
  expect(await remove('许可到期')).toMatchObject({ code: 'success', message: '已删除《字表》' });
  expect(await findEntries(db.orm, ['学'], 5)).toEqual([]);
  const { rows } = await db.pool.query(`select action, target_name, before, reason from audit_event where target_id = $1`, [id]);
  expect(rows).toEqual([{ action: 'dictionary.delete', target_name: '字表', before: { license: '自编' }, reason: '许可到期' }]);
  expect((await remove('许可到期')).code).toBe('dictionary.notFound');
});
