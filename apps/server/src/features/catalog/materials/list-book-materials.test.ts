/** Tests of which book materials a user sees and may use. */
import { type listBookMaterials, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listBookMaterials', 'everyone');

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944610001', 'editor');
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

const list = async (id: string, as?: TestUser) =>
  shop.call<OutputOf<typeof listBookMaterials>>(`/api/book/materials?bookId=${id}`, as === undefined ? {} : { as });

test('everyone sees all materials of a book, and which of them are open to them', async () => {
  await addRow('all');
  await addRow('teacher');
  const openTo = async (as?: TestUser) => new Map(granted(await list(bookId, as)).items.map(({ audience, open }) => [audience, open]));
  expect(await openTo()).toEqual(
    new Map([
      ['all', true],
      ['teacher', false],
    ]),
  );
  expect(await openTo(await shop.user('13944610011', 'teacher'))).toEqual(
    new Map([
      ['all', true],
      ['teacher', true],
    ]),
  );
  expect(await openTo(editor)).toEqual(
    new Map([
      ['all', true],
      ['teacher', true],
    ]),
  );
});

test('the materials of an unknown book are not found', async () => {
  expect((await list(newId())).code).toBe('catalog.bookNotFound');
});
