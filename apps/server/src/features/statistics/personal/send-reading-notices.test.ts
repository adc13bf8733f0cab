/** Tests the reminder of a reading goal and the weekly summary: who gets them, when, and at most once. */
import { newId, type UserNotification } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { aTarget } from '../../sync/testing/sync-fixture.ts';
import { sendReadingNotices } from './send-reading-notices.ts';

let shop: TestServer;
let reader: TestUser;
let users = 0;
beforeAll(async () => {
  shop = await openTestServer();
}, 120_000);
beforeEach(async () => {
  users += 1;
  reader = await shop.user(`139666600${30 + users}`);
});
afterAll(() => shop?.close());

/** The evening of Sunday 2026-11-29, and the morning of the Monday after it, in China. */
const SUNDAY_EVENING = Date.parse('2026-11-29T20:00:00+08:00');
const MONDAY_MORNING = Date.parse('2026-11-30T08:00:00+08:00');
const HOUR_MS = 3_600_000;

const query = (text: string, values: unknown[]) => shop.platform.db.pool.query(text, values);
const read = (day: string, seconds: number, user = reader) =>
  query(
    `insert into reading_day values ($1, 'devicea', 'book', $2, $3) on conflict (user_id, day, book_id, device_id) do update set seconds = $3`,
    [user.id, day, seconds],
  );
const plan = (goal: object | null, hasNotices = true) => shop.call('/api/stat/plan/set', { as: reader, body: { goal, hasNotices } });
const sendAt = (now: number) => sendReadingNotices({ db: shop.platform.db, clock: { now: () => now } });
const noticesOf = async (user = reader) =>
  granted(await shop.call<{ items: UserNotification[] }>('/api/notice/mine', { as: user })).items.map(({ kind, subject }) => [
    kind,
    subject.name,
  ]);

test('a goal of minutes that is not reached in the evening is reminded of once, and not at all in the morning or at night', async () => {
  await plan({ kind: 'minutes', amount: 20 });
  await read('2026-11-28', 600);
  await read('2026-11-29', 480);
  for (const hours of [-11, -1.5, 2, 3]) await sendAt(SUNDAY_EVENING + hours * HOUR_MS);
  expect(await noticesOf()).toEqual([]);
  await sendAt(SUNDAY_EVENING);
  await sendAt(SUNDAY_EVENING + HOUR_MS);
  expect(await noticesOf()).toEqual([['readingReminder', '今天读了 8 分钟，再读 12 分钟就到 20 分钟']]);
});

test('the next reminder replaces an unread one, and ends when nothing was read for a week', async () => {
  await plan({ kind: 'minutes', amount: 20 });
  await read('2026-11-28', 600);
  await sendAt(SUNDAY_EVENING);
  await sendAt(SUNDAY_EVENING + 24 * HOUR_MS);
  await sendAt(SUNDAY_EVENING + 24 * 8 * HOUR_MS);
  expect((await noticesOf()).filter(([kind]) => kind === 'readingReminder')).toEqual([['readingReminder', '今天想读 20 分钟吗？']]);
  expect((await query('select reminded_on from reading_plan where user_id = $1', [reader.id])).rows).toEqual([
    { reminded_on: '2026-11-30' },
  ]);
});

test('a goal of days is reminded of only on the day on which it can still be reached', async () => {
  await plan({ kind: 'days', amount: 3 });
  await read('2026-11-23', 60);
  await read('2026-11-24', 60);
  await sendAt(SUNDAY_EVENING - 24 * HOUR_MS);
  expect(await noticesOf()).toEqual([]);
  await sendAt(SUNDAY_EVENING);
  expect(await noticesOf()).toEqual([['readingReminder', '这周读了 2 天，今天读一会儿，就能读满 3 天']]);
});

test('nobody is reminded who has reached the goal, has none, or does not want notices', async () => {
  await plan({ kind: 'minutes', amount: 10 });
  await read('2026-11-29', 600);
  await sendAt(SUNDAY_EVENING);
  await plan(null);
  await read('2026-11-29', 60);
  await sendAt(SUNDAY_EVENING);
  await plan({ kind: 'minutes', amount: 10 }, false);
  await sendAt(SUNDAY_EVENING);
  await query(`insert into time_recording values ($1, false, 0)`, [reader.id]);
  await plan({ kind: 'minutes', amount: 10 });
  await sendAt(SUNDAY_EVENING);
  expect(await noticesOf()).toEqual([]);
});

test('on Monday morning every reader of the past week gets one summary of it', async () => {
  await read('2026-11-23', 3_600);
  await read('2026-11-29', 3_900);
  await read('2026-11-30', 600);
  const idle = await shop.user('13966669999');
  await read('2026-11-22', 3_600, idle);
  await sendAt(MONDAY_MORNING - HOUR_MS);
  expect(await noticesOf()).toEqual([]);
  await sendAt(MONDAY_MORNING);
  await sendAt(MONDAY_MORNING + HOUR_MS);
  expect([await noticesOf(), await noticesOf(idle)]).toEqual([[['readingSummary', '读了 125 分钟、1 本书']], []]);
});

test('the summary counts chapters of ten seconds and notes, and is not sent to readers who do not want notices', async () => {
  const bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
  const times = [
    [0, 9],
    [1, 10],
    [2, 600],
  ];
  for (const [document, seconds] of times) {
    await query(
      `insert into block_time select $1, id, current_version_id, $3::int, '2026-11-25', 'devicea', $4::int, '{}' from book where id = $2`,
      [reader.id, bookId, document, seconds],
    );
  }
  const [within, after] = [Date.parse('2026-11-29T23:59:00+08:00'), Date.parse('2026-11-30T00:00:00+08:00')];
  const kinds = [
    ['note', within],
    ['highlight', within],
    ['note', after],
  ] as const;
  for (const [kind, at] of kinds) {
    await query(
      `insert into annotation (id, user_id, book_id, version_id, kind, color, body, tags, target, anchor, chapter_title, total_progression,
         created_at, updated_at, field_clocks, search_text)
       values ($1, $2, $3, 'v', $4, 'red', '', '{}', $5, 'exact', '', 0, $6, 0, '{}', '')`,
      [newId(at), reader.id, bookId, kind, JSON.stringify(aTarget()), at],
    );
  }
  await read('2026-11-25', 640);
  await plan(null, false);
  await sendAt(MONDAY_MORNING);
  expect(await noticesOf()).toEqual([]);
  await plan(null);
  await sendAt(MONDAY_MORNING);
  expect(await noticesOf()).toEqual([['readingSummary', '读了 11 分钟、2 章、1 本书，写了 1 条笔记']]);
});
