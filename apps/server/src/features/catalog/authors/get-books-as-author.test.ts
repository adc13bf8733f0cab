/** Tests of the list of books that name the user as a contributor. */
import type { AdminBook, getBooksAsAuthor, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('getBooksAsAuthor', 'every user');

let shop: TestServer;
let editor: TestUser;
let author: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.user('13655550001', 'editor');
  author = await shop.user('13655550002');
  bookId = await shop.book({}, { publish: true });
}, 120_000);
afterAll(() => shop?.close());
const save = (body: object, as = editor) => shop.call<AdminBook>('/api/admin/book/save', { as, body: { bookId, ...body } });
const get = async (): Promise<AdminBook> => granted(await shop.call<AdminBook>(`/api/admin/book/get?bookId=${bookId}`, { as: editor }));
const mine = async () => granted(await shop.call<OutputOf<typeof getBooksAsAuthor>>('/api/my/getBooksAsAuthor', { as: author })).items;

test('a contributor linked by phone number sees the book until the link is removed, and an account cannot be linked by its id', async () => {
  const isAuthor = async () => granted(await shop.call<{ isAuthor: boolean }>('/api/user/isAuthor', { as: author })).isAuthor;
  expect([await isAuthor(), await mine()]).toEqual([false, []]);
  const one = { name: '孔丘', role: 'chiefEditor', unit: '曲阜大学' };
  await save({ contributors: [{ ...one, userId: author.id }] });
  expect((await get()).contributors[0]).not.toHaveProperty('linked');
  const linked = await save({
    contributors: [
      { ...one, tel: author.tel },
      { name: '颜回', role: 'contributor' },
    ],
  });
  expect(linked.payload).toMatchObject({
    authors: '孔丘',
    contributors: [{ ...one, linked: { userId: author.id, tel: '136****0002' } }, { name: '颜回' }],
  });
  expect([await isAuthor(), await mine()]).toMatchObject([
    true,
    [{ roles: ['chiefEditor'], state: 'published', book: { title: '论语选读' } }],
  ]);
  await save({ contributors: [{ ...one, userId: author.id }] });
  expect((await mine()).length).toBe(1);
  await save({ contributors: [one] });
  expect([await isAuthor(), await mine()]).toEqual([false, []]);
});
