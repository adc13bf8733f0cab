/** Tests of the reading time that devices report. */
import { type getMyReading, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { aBookNamed } from '../../testing/server-order-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('reportReading', 'every user');

testIdempotency('reportReading', async ({ aUser, bookId }) => ({
  as: await aUser(),
  body: { deviceId: 'device0001', days: [{ bookId, day: '2026-01-01', seconds: 60 }] },
}));

const DAY_MS = 86_400_000;
let shop: TestServer;
let reader: TestUser;
let userCount = 0;
let free: string;
beforeAll(async () => {
  shop = await openTestServer();
  free = await shop.book(aBookNamed('论语选读'), { publish: true });
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

test('the same sum reported again counts once, and only a greater sum replaces it', async () => {
  const reported = { bookId: free, day: today(), seconds: 300 };
  expect(await beat('devicea', reported)).toEqual({ stored: 1, isOn: true });
  expect(await beat('devicea', reported)).toEqual({ stored: 0, isOn: true });
  await beat('devicea', { ...reported, seconds: 420 }, { ...reported, seconds: 360 });
  await beat('devicea', { ...reported, seconds: 100 });
  expect((await reading()).totalSeconds).toBe(420);
});

test('implausible days and unknown books are ignored, and a day has at most 86,400 seconds', async () => {
  const response = await beat(
    'devicea',
    { bookId: free, day: dayOf(shop.platform.clock.now() + 3 * DAY_MS), seconds: 60 },
    { bookId: free, day: daysAgo(61), seconds: 60 },
    { bookId: newId(), day: today(), seconds: 60 },
  );
  expect(response).toEqual({ stored: 0, isOn: true });
  await beat('devicea', { bookId: free, day: today(), seconds: 80_000 });
  await beat('deviceb', { bookId: free, day: today(), seconds: 80_000 });
  expect((await reading()).totalSeconds).toBe(86_400);
  const tooLong = await shop.call('/api/stat/beat', {
    as: reader,
    body: { deviceId: 'devicea', days: [{ bookId: free, day: today(), seconds: 86_401 }] },
  });
  expect(tooLong.code).toBe('request.invalid');
});
