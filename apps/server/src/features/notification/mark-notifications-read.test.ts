import { type listMyNotifications, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepOnce } from '../../app/housekeeping.ts';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('markNotificationsRead', 'every user');
testIdempotency('markNotificationsRead', async ({ aUser }) => ({ as: await aUser(), body: {} }));

type Notifications = OutputOf<typeof listMyNotifications>;

let shop: TestServer;
let mei: TestUser;
let han: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  mei = await shop.user('13622260001');
  han = await shop.user('13622260002');
  const now = shop.platform.clock.now();
  for (const [index, user] of [mei, mei, han].entries()) {
    await shop.platform.db.pool.query(
      `insert into notice (id, user_id, kind, subject_id, subject_name, created_at) values ($1, $2, 'bookUpdated', $3, '书', $4)`,
      [newId(now + index), user.id, `b${index}`, now + index],
    );
  }
}, 120_000);
afterAll(() => shop?.close());

const notificationsOf = async (as: TestUser): Promise<Notifications> => granted(await shop.call<Notifications>('/api/notice/mine', { as }));

test('notifications are marked as read one by one or all at once, by their owner only, and deleted after half a year', async () => {
  const mark = async (as: TestUser, body: object) => granted(await shop.call('/api/notice/read', { as, body }));
  const [newest] = (await notificationsOf(mei)).items;
  expect((await notificationsOf(mei)).unread).toBe(2);
  expect(await mark(han, { ids: [newest?.id] })).toEqual({ unread: 1 });
  expect(await mark(mei, { ids: [newest?.id] })).toEqual({ unread: 1 });
  expect((await notificationsOf(mei)).items.map(({ isRead }) => isRead)).toEqual([true, false]);
  expect(await mark(mei, {})).toEqual({ unread: 0 });
  expect((await notificationsOf(han)).unread).toBe(1);
  shop.platform.advanceClock?.(181 * 86_400_000);
  await sweepOnce(shop.platform);
  expect((await shop.platform.db.pool.query('select 1 from notice')).rows).toEqual([]);
});
