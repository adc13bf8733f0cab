/** Tests of removing a material. */
import { type listBookMaterials, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('removeBookMaterial', ['editor', 'admin'], 'bookId:book');
testIdempotency('removeBookMaterial', async ({ aUser, aMaterial, bookId }) => ({
  as: await aUser('editor'),
  body: { bookId, id: await aMaterial() },
}));

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944610002', 'editor');
  bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
});
afterAll(() => shop?.close());

const addRow = async (audience: 'all' | 'owner' | 'teacher'): Promise<string> => {
  const id = newId();
  await shop.platform.db.pool.query(
    `insert into book_material (id, book_id, title, audience, file_name, media_type, size_bytes, sha256, created_at)
     values ($1, $2, '课件', $3, 'a.txt', 'text/plain', 1, $4, 0)`,
    [id, bookId, audience, 'c'.repeat(64)],
  );
  return id;
};

const remove = (id: string, as = editor, of = bookId) =>
  shop.call<OutputOf<typeof listBookMaterials>>('/api/admin/book/material/remove', { as, body: { bookId: of, id } });

test('a removed material is not listed, its bytes are scheduled for deletion, and the removal is in the audit log', async () => {
  const [remaining, removed] = [await addRow('all'), await addRow('owner')];
  const result = await remove(removed);
  expect(result.message).toBe('已删除');
  expect(granted(result).items.map(({ id }) => id)).toEqual([remaining]);
  const { rows } = await shop.platform.db.pool.query("select target_id, before from audit_event where action = 'book.removeMaterial'");
  expect(rows).toEqual([{ target_id: bookId, before: { title: '课件', note: '', audience: 'owner', fileName: 'a.txt' } }]);
  expect((await remove(removed)).code).toBe('catalog.materialNotFound');
});

test('a material is not found under another book, and readers cannot remove it', async () => {
  const id = await addRow('all');
  const other = await shop.book(aBookNamed('庄子选读'), { publish: true });
  expect((await remove(id, editor, other)).code).toBe('catalog.materialNotFound');
  expect((await remove(id, await shop.user('13944610012'))).code).toBe('forbidden');
});
