/** A server with a published book of an author and reading time of students in complete weeks. */
import { addDays } from '../../../platform/china-time.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { rollUpDays } from '../roll-up-days.ts';
import { lastCompleteWeek } from '../weeks.ts';

export interface StatisticsFixture {
  readonly shop: TestServer;
  readonly bookId: string;
  readonly draftId: string;
  readonly author: TestUser;
  /** Stores reading time of a user in the first document on a day of the last complete week, and counts it. */
  readonly read: (userId: string, seconds: number, weekday?: number, weeksAgo?: number) => Promise<void>;
  readonly aReader: () => Promise<string>;
}

const FIRST_TEL = 13_978_770_000;

/** Makes the user the contributor of the book at a position of its own, instead of an earlier one there. */
export const makeContributor = async (shop: TestServer, bookId: string, userId: string): Promise<void> => {
  await shop.platform.db.pool.query(
    `insert into book_contributor (book_id, position, name, role, unit, user_id) values ($1, 7, '某人', 'author', '', $2)
     on conflict (book_id, position) do update set user_id = excluded.user_id`,
    [bookId, userId],
  );
};

export const openStatisticsFixture = async (): Promise<StatisticsFixture> => {
  const shop = await openTestServer();
  const { pool } = shop.platform.db;
  const bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
  const draftId = await shop.book(aBookNamed('孟子选读'));
  await pool.query(`update book set shelf_state = 'draft' where id = $1`, [draftId]);
  const author = await shop.user(String(FIRST_TEL), 'author');
  for (const id of [bookId, draftId]) await makeContributor(shop, id, author.id);
  let readers = 0;
  return {
    shop,
    bookId,
    draftId,
    author,
    aReader: async () => {
      readers += 1;
      return (await shop.user(String(FIRST_TEL + readers))).id;
    },
    read: async (userId, seconds, weekday = 0, weeksAgo = 0) => {
      const day = addDays(lastCompleteWeek(shop.platform.clock.now()), weekday - 7 * weeksAgo);
      await pool.query(
        `insert into block_time select $1, id, current_version_id, 0, $3, 'device0001', $4::int, array[$4::int]::smallint[] from book where id = $2`,
        [userId, bookId, day, seconds],
      );
      await pool.query('insert into stale_day values ($1, $2) on conflict do nothing', [bookId, day]);
      await rollUpDays(shop.platform);
    },
  };
};
