/** Tests of the contributors from the file of a book. */
import type { AdminBook, getBookInfo, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('getAdminBook', ['editor', 'admin'], 'bookId:book');

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

test('contributors from a file have the roles of the file, before and after an editor saves them unchanged', async () => {
  const id = await shop.book({ chapters: [['译本', '一段译文。']] }, { publish: true });
  const declared = [
    { name: '王五', role: 'translator' },
    { name: '赵六', role: 'editor' },
    { name: '某社', role: 'publisher' },
  ];
  await shop.platform.db.pool.query('update book set contributors = $2 where id = $1', [id, JSON.stringify(declared)]);
  const shown = async () => granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${id}`)).contributors;
  expect(await shown()).toEqual(declared.slice(0, 2));
  const { contributors } = granted(await shop.call<AdminBook>(`/api/admin/book/get?bookId=${id}`, { as: editor }));
  granted(await save({ bookId: id, contributors }));
  expect(await shown()).toEqual(declared.slice(0, 2));
});
