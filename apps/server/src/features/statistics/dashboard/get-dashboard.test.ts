/** Tests the dashboard over HTTP: its numbers, their scope, and the parts that each operator sees. */
import type { getAuthorStatistics, getDashboard, OutputOf } from '@shufang/contract';
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, startOfDay } from '../../../platform/china-time.ts';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { setRoles } from '../../authorization/change-roles.ts';
import { insertSimulatedSales } from '../../orders/insert-simulated-sales.ts';
import { openStatisticsFixture, type StatisticsFixture } from '../testing/statistics-fixture.ts';
import { lastCompleteWeek } from '../weeks.ts';

testAccess('getDashboard', ['editor', 'finance', 'admin'], 'filtered');

const DAY_MS = 86_400_000;
let fixture: StatisticsFixture;
let admin: TestUser;
let week: string;
beforeAll(async () => {
  fixture = await openStatisticsFixture();
  admin = await fixture.shop.user('13978880001', 'admin');
  week = lastCompleteWeek(fixture.shop.platform.clock.now());
  await query(`update book set publisher = '甲出版社', access_model = 'codeOnly', trial_chapters = 1 where id = $1`, [fixture.bookId]);
}, 120_000);
afterAll(() => fixture?.shop.close());

const query = (text: string, values: unknown[] = []) => fixture.shop.platform.db.pool.query(text, values);
const get = async (as = admin, period = 'week') =>
  granted(await fixture.shop.call<OutputOf<typeof getDashboard>>(`/api/admin/dashboard?period=${period}`, { as }));
const anOperator = async (tel: string, role: 'editor' | 'finance', publisher: string): Promise<TestUser> => {
  const user = await fixture.shop.user(tel);
  await setRoles(fixture.shop.platform, user.id, { add: [{ role, scope: `publisher:${publisher}` }], remove: ['reader'] }, 'commandLine');
  return user;
};

test('without data every number is zero or hidden', async () => {
  const empty = await get();
  expect(empty).toMatchObject({
    from: week,
    to: addDays(week, 6),
    isSimulated: false,
    sales: { orders: 0, revenueFen: 0, refundedFen: 0 },
    reading: {},
    books: { published: 1, draft: 1 },
    codes: { bound: 0 },
    trials: {},
    searches: [],
    topBooks: [],
  });
  expect(empty.weeks).toEqual([{ week, orders: 0, revenueFen: 0, refundedFen: 0, codes: 0 }]);
});

test('readers and sales are those that the contributors of the book see', async () => {
  const readers = await Promise.all(Array.from({ length: 6 }, () => fixture.aReader()));
  for (const id of readers.slice(0, 4)) await fixture.read(id, 900);
  expect((await get()).reading).toEqual({});
  for (const id of readers.slice(4)) await fixture.read(id, 900);
  const at = startOfDay(week) + DAY_MS;
  await fixture.shop.platform.db.transaction((tx) =>
    insertSimulatedSales(tx, [
      {
        no: '20261101120000000001',
        userId: readers[0] ?? '',
        at,
        items: [{ bookId: fixture.bookId, title: '论语选读', authors: '', payFen: 4_980 }],
        refunds: [{ fen: 1_000, at: at + DAY_MS }],
      },
    ]),
  );
  const { sales, reading, weeks, topBooks } = await get();
  expect(sales).toEqual({ orders: 1, revenueFen: 4_980, refundedFen: 1_000 });
  expect(reading).toEqual({ readers: 5, newReaders: 5, hours: 2 });
  expect(weeks).toEqual([{ week, readers: 5, orders: 1, revenueFen: 4_980, refundedFen: 1_000, codes: 0 }]);
  const { statistics } = granted(
    await fixture.shop.call<OutputOf<typeof getAuthorStatistics>>(`/api/author/statistics?bookId=${fixture.bookId}&period=week`, {
      as: fixture.author,
    }),
  );
  expect(topBooks).toEqual([
    {
      bookId: fixture.bookId,
      title: '论语选读',
      readers: statistics.readers,
      hours: statistics.hours,
      donePercent: statistics.donePercent,
      orders: statistics.sales?.orders,
      revenueFen: statistics.sales?.revenueFen,
    },
  ]);
  expect((await get(admin, 'all')).weeks.at(-1)).toEqual(weeks[0]);
});

test('an operator of a publisher sees the numbers of its books, and only the parts of the role', async () => {
  const [editor, finance, other] = [
    await anOperator('13978880002', 'editor', '甲出版社'),
    await anOperator('13978880003', 'finance', '甲出版社'),
    await anOperator('13978880004', 'editor', '乙出版社'),
  ];
  const ofEditor = await get(editor);
  expect(ofEditor).toMatchObject({
    reading: { readers: 5 },
    books: { published: 1, draft: 0 },
    codes: { bound: 0 },
    imports: { failed: 0 },
  });
  expect(ofEditor).not.toHaveProperty('sales');
  expect(ofEditor).not.toHaveProperty('searches');
  expect(ofEditor.topBooks).toMatchObject([{ readers: 5 }]);
  expect(ofEditor.topBooks[0]).not.toHaveProperty('revenueFen');
  const ofFinance = await get(finance);
  expect(ofFinance).toMatchObject({ sales: { orders: 1 }, trials: {} });
  expect(ofFinance).not.toHaveProperty('reading');
  expect(ofFinance).not.toHaveProperty('books');
  expect(ofFinance.topBooks).toEqual([{ bookId: fixture.bookId, title: '论语选读', orders: 1, revenueFen: 4_980 }]);
  expect(await get(other)).toMatchObject({ reading: {}, books: { published: 0 }, topBooks: [] });
});

test('trials are counted once, and the share of those who obtained the book by payment or code', async () => {
  const { shop, bookId } = fixture;
  const users = [];
  for (let user = 0; user < 6; user += 1) users.push(await shop.user(`1397999000${user}`));
  for (const as of users) for (let time = 0; time < 2; time += 1) granted(await shop.call(`/api/learn/open?bookId=${bookId}`, { as }));
  expect((await query('select user_id from trial_opening')).rowCount).toBe(6);
  await query('update trial_opening set first_at = $1', [startOfDay(week) + DAY_MS]);
  const obtain = (user: TestUser | undefined, source: string, startsAt: number) =>
    query(`insert into entitlement (id, user_id, book_id, source, starts_at, created_at) values ($1, $2, $3, $4, $5, 0)`, [
      newId(),
      user?.id,
      bookId,
      source,
      startsAt,
    ]);
  await obtain(users[0], 'order', startOfDay(week) + 2 * DAY_MS);
  await obtain(users[1], 'code', startOfDay(week) + 3 * DAY_MS);
  await obtain(users[2], 'gift', startOfDay(week) + 3 * DAY_MS);
  expect((await get()).trials).toEqual({ users: 5, obtainedPercent: 33 });
  await query('delete from trial_opening where user_id = any($1)', [[users[3]?.id, users[4]?.id]]);
  expect((await get()).trials).toEqual({});
});

test('searches that found nothing are stored without users, and shown from five on', async () => {
  const { shop } = fixture;
  const search = (q: string, as: TestUser) => shop.call(`/api/search/query?q=${encodeURIComponent(q)}`, { as });
  const users = [];
  for (let user = 0; user < 5; user += 1) users.push(await shop.user(`1397888100${user}`));
  const stored = async () => (await query('select word, count from search_miss order by word')).rows;
  for (const user of users) for (const q of ['量子烹饪', '量子烹饪', '13812345678', 'someone@example.com']) await search(q, user);
  for (const user of users.slice(1)) await search('没人写过的书', user);
  await expect.poll(stored, { timeout: 10_000 }).toEqual([
    { word: '没人写过的书', count: 4 },
    { word: '量子烹饪', count: 5 },
  ]);
  await query('update search_miss set day = $1', [week]);
  expect((await get()).searches).toEqual([{ word: '量子烹饪', count: 5 }]);
});
