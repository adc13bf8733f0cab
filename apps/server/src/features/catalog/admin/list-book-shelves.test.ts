/** Tests of the list of books with their shelf states (draft, published or off the shelf). */
import { type listBookShelves, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listBookShelves', ['editor', 'admin'], 'filtered');

let shop: TestServer;
let editor: TestUser;
let published: string;
let draft: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944500001', 'editor');
  published = await shop.book({}, { publish: true });
  draft = await shop.book({ chapters: [['开篇', '另一本书的正文。'.repeat(20)]] }, { publish: false });
});
afterAll(() => shop?.close());

const list = (bookIds: readonly string[], as = editor) =>
  shop.call<OutputOf<typeof listBookShelves>>(`/api/admin/book/shelf/list?bookIds=${bookIds.join(',')}`, { as });

test('the shelf states of books are listed, and unknown books are left out', async () => {
  const { items } = granted(await list([newId(), published, draft]));
  expect(new Map(items.map(({ bookId, state }) => [bookId, state]))).toEqual(
    new Map([
      [published, 'published'],
      [draft, 'draft'],
    ]),
  );
  expect(items.find(({ bookId }) => bookId === published)?.title).toBe('论语选读');
});

test('readers do not see the shelf states', async () => {
  expect((await list([published], await shop.user('13944500002'))).code).toBe('forbidden');
});
