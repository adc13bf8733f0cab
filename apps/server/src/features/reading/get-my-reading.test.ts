/** Tests of the reading time of a user. */
import { type getMyReading, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { aBookNamed } from '../../testing/server-order-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('getMyReading', 'every user');

const DAY_MS = 86_400_000;
let shop: TestServer;
let reader: TestUser;
let userCount = 0;
let free: string;
let paid: string;
beforeAll(async () => {
  shop = await openTestServer();
  free = await shop.book(aBookNamed('论语选读'), { publish: true });
  paid = await shop.book(aBookNamed('庄子选读'), { publish: true, accessModel: 'institutionOnly' });
});
beforeEach(async () => {
  userCount += 1;
  reader = await shop.user(`1396777${String(userCount).padStart(4, '0')}`);
});
afterAll(() => shop?.close());
const ask = async <T>(url: string): Promise<T> => granted(await shop.call<T>(url, { as: reader }));
const send = async <T>(url: string, body: object): Promise<T> => granted(await shop.call<T>(url, { as: reader, body }));
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const today = (): string => dayOf(shop.platform.clock.now());
const daysAgo = (days: number): string => dayOf(shop.platform.clock.now() - days * DAY_MS);
const beat = (deviceId: string, ...days: { bookId: string; day: string; seconds: number }[]) =>
  send<{ stored: number }>('/api/stat/beat', { deviceId, days });
const reading = () => ask<OutputOf<typeof getMyReading>>(`/api/stat/mine?today=${today()}`);

test('reading time is summed over devices and books, with the current week and the streak of days', async () => {
  await beat('devicea', { bookId: free, day: today(), seconds: 100 }, { bookId: paid, day: today(), seconds: 50 });
  await beat('deviceb', { bookId: free, day: today(), seconds: 30 }, { bookId: free, day: daysAgo(1), seconds: 600 });
  const { week, streakDays, totalSeconds } = await reading();
  expect(week.find(({ day }) => day === today())?.seconds).toBe(180);
  expect({ days: week.length, streakDays, totalSeconds }).toEqual({ days: 7, streakDays: 2, totalSeconds: 780 });
});

test('reading time is not shown to other users', async () => {
  await beat('devicea', { bookId: free, day: today(), seconds: 300 });
  reader = await shop.user('13967779999');
  expect((await reading()).totalSeconds).toBe(0);
});
