/** Tests of the list of books in progress. */
import { type listContinueReading, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listContinueReading', 'every user');

let shop: TestServer;
let reader: TestUser;
let first: string;
let second: string;
beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.user('13944540001');
  first = await shop.book(aBookNamed('论语选读'), { publish: true });
  second = await shop.book(aBookNamed('庄子选读'), { publish: true });
});
afterAll(() => shop?.close());

const list = (as?: TestUser) => shop.call<OutputOf<typeof listContinueReading>>('/api/my/continue', as === undefined ? {} : { as });
const read = (bookId: string, at: number) =>
  shop.platform.db.pool.query(
    `insert into reading_progress values ($1, $2, 'v', '{"href": "c1.xhtml", "locations": {"totalProgression": 0.25}}', 0.25, 'h', $3)`,
    [reader.id, bookId, at],
  );

test('books in progress are listed last read first, with the position, and a removed book stays listed', async () => {
  expect(granted(await list(reader)).items).toEqual([]);
  await read(first, 1_000);
  await read(second, 2_000);
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [first]);
  expect(granted(await list(reader)).items).toMatchObject([
    { book: { id: second, progress: 0.25 }, locator: { href: 'c1.xhtml' }, readAt: 2_000 },
    { book: { id: first }, readAt: 1_000 },
  ]);
});

test('the books in progress of another user are not listed, and an anonymous user must sign in', async () => {
  expect(granted(await list(await shop.user('13944540002'))).items).toEqual([]);
  expect((await list()).code).toBe('requestLogin');
});
