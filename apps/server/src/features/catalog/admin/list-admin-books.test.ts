/** Tests of the list of books for editors of one publisher. */
import type { AdminBook, listAdminBooks, listRoleScopes, OutputOf, UserRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listAdminBooks', ['editor', 'admin'], 'filtered');

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.user('13655550001', 'editor');
  bookId = await shop.book({}, { publish: false });
}, 120_000);
afterAll(() => shop?.close());
const save = (body: object, as = editor) => shop.call<AdminBook>('/api/admin/book/save', { as, body: { bookId, ...body } });

test('an editor of one publisher sees and changes the books of that publisher only', async () => {
  granted(await save({ publisher: '曲阜出版社' }));
  const admin = await shop.user('13655550011', 'admin');
  const theirs = await shop.user('13655550012');
  const others = await shop.user('13655550013');
  const other = await shop.book({ chapters: [['第一章 告子', '性犹湍水也。']] }, { publish: true });
  await shop.call('/api/admin/book/save', { as: admin, body: { bookId: other, title: '孟子选读', publisher: '邹城出版社' } });
  const scopes = granted(
    await shop.call<OutputOf<typeof listRoleScopes>>(`/api/admin/user/scopes?role=editor&q=${encodeURIComponent('出版社')}`, { as: admin }),
  ).items;
  expect(scopes.map(({ name }) => name).toSorted()).toEqual(['曲阜出版社', '邹城出版社']);
  const give = (userId: string, scope: string) =>
    shop.call<UserRecord>('/api/admin/user/roles', { as: admin, body: { userId, add: [{ role: 'editor', scope }], reason: '分工' } });
  const given = granted(await give(theirs.id, 'publisher:曲阜出版社'));
  expect(given.roles).toContainEqual(expect.objectContaining({ role: 'editor', scopeName: '曲阜出版社' }));
  granted(await give(others.id, 'publisher:邹城出版社'));
  const publishersFor = async (as: TestUser) =>
    granted(await shop.call<OutputOf<typeof listAdminBooks>>('/api/admin/book/list', { as })).items.map(({ publisher }) => publisher);
  expect(await publishersFor(theirs)).toEqual(['曲阜出版社']);
  expect((await save({ subtitle: '乙' }, theirs)).code).toBe('success');
  for (const [path, body] of [
    ['save', { subtitle: '丙' }],
    ['shelf', { state: 'published' }],
    ['removal', { notice: '' }],
    ['price', { priceFen: 1 }],
    ['cover', { fileId: bookId }],
    ['edition', { edition: 2 }],
  ] as const)
    expect((await shop.call(`/api/admin/book/${path}`, { as: others, body: { bookId, ...body } })).code, path).toBe('catalog.bookNotFound');
  expect((await shop.call(`/api/admin/book/get?bookId=${bookId}`, { as: others })).code).toBe('catalog.bookNotFound');
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [other]);
});
