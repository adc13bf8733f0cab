/** Tests of the check whether a user is an author. */
import { type isAuthor, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('isAuthor', 'every user');

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

const ask = async (as: TestUser) => granted(await shop.call<OutputOf<typeof isAuthor>>('/api/user/isAuthor', { as }));

test('a user is an author by role or by a linked contributor entry, and no longer when the link is removed', async () => {
  const [reader, author] = [await shop.user('13944550001'), await shop.user('13944550002', 'author')];
  const bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
  expect(await ask(author)).toEqual({ isAuthor: true });
  expect(await ask(reader)).toEqual({ isAuthor: false });
  await shop.platform.db.pool.query(
    "insert into book_contributor (book_id, position, name, role, unit, user_id) values ($1, 0, '某人', 'author', '', $2)",
    [bookId, reader.id],
  );
  expect(await ask(reader)).toEqual({ isAuthor: true });
  await shop.platform.db.pool.query('update book_contributor set user_id = null');
  expect(await ask(reader)).toEqual({ isAuthor: false });
});

test('an anonymous user must sign in to learn whether they are an author', async () => {
  expect((await shop.call('/api/user/isAuthor')).code).toBe('requestLogin');
});
