/** Tests the reading calendar of a user. */
import type { getReadingHistory, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('getReadingHistory', 'every user');

let shop: TestServer;
let bookId: string;
let otherId: string;
beforeAll(async () => {
  shop = await openTestServer();
  bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
  otherId = await shop.book(aBookNamed('庄子选读'), { publish: true });
}, 120_000);
afterAll(() => shop?.close());

const put = (user: TestUser, book: string, day: string, seconds: number, device = 'devicea') =>
  shop.platform.db.pool.query('insert into reading_day (user_id, device_id, book_id, day, seconds) values ($1, $2, $3, $4, $5)', [
    user.id,
    device,
    book,
    day,
    seconds,
  ]);
const history = async (as: TestUser, query = 'today=2026-11-30') =>
  granted(await shop.call<OutputOf<typeof getReadingHistory>>(`/api/stat/history?${query}`, { as }));

test('a year has its days over all devices and its books, and earlier years can be chosen', async () => {
  const [reader, other] = [await shop.user('13966660001'), await shop.user('13966660002')];
  await put(reader, bookId, '2026-11-29', 600);
  await put(reader, bookId, '2026-11-29', 60, 'deviceb');
  await put(reader, otherId, '2026-01-01', 1_800);
  await put(reader, 'gone', '2026-01-02', 120);
  await put(reader, bookId, '2025-12-31', 90);
  await put(other, bookId, '2024-05-05', 90);
  expect(await history(reader)).toEqual({
    isRecorded: true,
    isSimulated: false,
    year: 2026,
    years: [2026, 2025],
    days: [
      { day: '2026-01-01', seconds: 1_800 },
      { day: '2026-01-02', seconds: 120 },
      { day: '2026-11-29', seconds: 660 },
    ],
    books: [
      { bookId: otherId, title: '庄子选读', seconds: 1_800 },
      { bookId, title: '论语选读', seconds: 660 },
    ],
  });
  expect(await history(reader, 'today=2026-11-30&year=2025')).toMatchObject({ year: 2025, days: [{ day: '2025-12-31', seconds: 90 }] });
  expect(await history(other)).toMatchObject({ years: [2026, 2024], days: [], books: [] });
});

test('a user who switches the recording off has an empty calendar, and what a device reports later is not stored', async () => {
  const reader = await shop.user('13966660003');
  const day = new Date(shop.platform.clock.now()).toISOString().slice(0, 10);
  const report = async () =>
    (await shop.call('/api/stat/beat', { as: reader, body: { deviceId: 'devicea', days: [{ bookId, day, seconds: 300 }] } })).payload;
  expect(await report()).toEqual({ stored: 1, isOn: true });
  expect((await history(reader, `today=${day}`)).days).toEqual([{ day, seconds: 300 }]);
  await shop.call('/api/stat/recording/set', { as: reader, body: { isOn: false } });
  expect(await report()).toEqual({ stored: 0, isOn: false });
  expect(await history(reader, `today=${day}`)).toMatchObject({ isRecorded: false, days: [], books: [] });
});
