/** Tests of changing and removing materials. */
import { type BookMaterial, LIMITS, newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted, uploadAs } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { grantBook } from '../../entitlement/grant-book.ts';

testAccess('saveBookMaterial', ['editor', 'admin'], 'bookId:book');

testIdempotency('saveBookMaterial', async ({ aUser, aMaterial, bookId }) => ({
  as: await aUser('editor'),
  body: { bookId, id: await aMaterial(), title: `课件 ${newId().slice(-6)}`, audience: 'owner' },
}));

let shop: TestServer;
let editor: TestUser;
let teacher: TestUser;
let owner: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.user('13955550001', 'editor');
  teacher = await shop.user('13955550002', 'teacher');
  owner = await shop.user('13955550003');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId });
}, 120_000);
afterAll(() => shop?.close());
const post = <T = { items: BookMaterial[] }>(as: TestUser, url: string, body: object) =>
  shop.call<T>(`/api/admin/book/material/${url}`, { as, body });
const fetchIt = (as: TestUser | undefined, id: string) =>
  shop.request({ method: 'POST', url: '/api/book/material/download', headers: { host: APP_HOST, ...as?.headers }, payload: { id } });
const add = async (name: string, bytes: Uint8Array, fields: { title: string; audience: string; note?: string }): Promise<BookMaterial> => {
  const fileId = granted(await uploadAs(shop, editor, name, bytes)).id;
  const { items } = granted(await post(editor, 'add', { bookId, fileId, ...fields }));
  const made = items.at(-1);
  if (made === undefined) throw new Error('no material was added');
  return made;
};

test('only editors change and remove materials, and each change is in the audit log', async () => {
  const first = await add('甲.txt', Buffer.from('甲'), { title: '第一章课件', audience: 'teacher' });
  await add('乙.txt', Buffer.from('乙'), { title: '答案', audience: 'owner' });
  await add('丙.txt', Buffer.from('丙'), { title: '勘误', audience: 'all' });
  const fields = { title: '第一章课件（修订）', note: '', audience: 'owner' };
  for (const as of [owner, teacher]) expect((await post(as, 'save', { bookId, id: first.id, ...fields })).code).toBe('forbidden');
  expect(granted(await post(editor, 'save', { bookId, id: first.id, ...fields })).items[0]).toMatchObject(fields);
  expect((await fetchIt(owner, first.id)).statusCode).toBe(200);
  const other = await shop.book(
    { metadata: '<dc:identifier id="id">孟子</dc:identifier><dc:title>孟子</dc:title><dc:language>zh-CN</dc:language>' },
    { publish: true, accessModel: 'free' },
  );
  expect((await post(editor, 'save', { bookId: other, id: first.id, ...fields })).code).toBe('catalog.materialNotFound');
  expect((await post(editor, 'add', { bookId, fileId: newId(), ...fields })).code).toBe('file.notFound');
  expect(granted(await post(editor, 'remove', { bookId, id: first.id })).items).toHaveLength(2);
  expect((await fetchIt(owner, first.id)).json()).toMatchObject({ code: 'catalog.materialNotFound' });
  const { rows } = await shop.platform.db.pool.query<{ action: string }>(
    `select action from audit_event where action like 'book.%Material' and target_id = $1 order by id`,
    [bookId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...Array<string>(3).fill('book.addMaterial'),
    'book.saveMaterial',
    'book.removeMaterial',
  ]);
  await shop.platform.db.pool.query(
    `insert into book_material (id, book_id, title, audience, file_name, media_type, size_bytes, sha256, created_at)
       select 'm' || n, $1, '课件', 'all', 'a.txt', 'text/plain', 1, $2, 0 from generate_series(1, $3) n`,
    [bookId, 'c'.repeat(64), LIMITS.materialsPerBook - 2],
  );
  const fileId = granted(await uploadAs(shop, editor, '多.txt', Buffer.from('多'))).id;
  expect((await post(editor, 'add', { bookId, fileId, ...fields })).code).toBe('catalog.materialsFull');
});
