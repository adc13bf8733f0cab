import { type listMyNotifications, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('listMyNotifications', 'every user');

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

test("a user's own notifications are listed with the number of unread ones, the newest first", async () => {
  const { items, unread } = await notificationsOf(mei);
  expect(unread).toBe(2);
  expect(items.map(({ subject, isRead }) => [subject.id, isRead])).toEqual([
    ['b1', false],
    ['b0', false],
  ]);
  expect((await notificationsOf(han)).items.map(({ subject }) => subject.id)).toEqual(['b2']);
  expect((await shop.call('/api/notice/mine')).code).toBe('requestLogin');
});
