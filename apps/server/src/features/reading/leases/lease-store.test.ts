/** Tests of the queries on leases that other slices use. */
import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { READING_LIMITS } from '../limits.ts';
import { forgetExpiredLeases, listCountedLeases, listLeasedBooks, setLeaseExpiry } from './lease-store.ts';
import { type LeaseScenario, openLeaseScenario } from './testing/lease-scenario.ts';

let scenario: LeaseScenario;
beforeAll(async () => {
  scenario = await openLeaseScenario();
});
afterAll(() => scenario?.close());

test("the leased books of a user are those with a lease in force; a released lease can't be renewed", async () => {
  const { orm } = scenario.shop.platform.db;
  const now = () => scenario.shop.platform.clock.now();
  const { as, bookId } = await scenario.anOwnedBook();
  const other = await scenario.anOwnedBook();
  const { lease } = await scenario.lease('devicea', as, bookId);
  expect(await listLeasedBooks(orm, as.id, [bookId, other.bookId], now())).toEqual([bookId]);
  expect(await listLeasedBooks(orm, other.as.id, [bookId, other.bookId], now())).toEqual([]);
  expect(await listLeasedBooks(orm, as.id, [bookId], now() + LIMITS.leaseDays * 86_400_000)).toEqual([]);
  expect(await setLeaseExpiry(orm, lease.id, lease.expiresAt)).toBe(true);
  await scenario.callOn('deviceb', as, '/api/offline/release', { id: lease.id });
  expect(await setLeaseExpiry(orm, lease.id, lease.expiresAt)).toBe(false);
  // The text is on the device until the device has reported that it is deleted.
  expect(await listLeasedBooks(orm, as.id, [bookId], now())).toEqual([bookId]);
  await scenario.callOn('devicea', as, '/api/offline/renew', { ids: [lease.id] });
  expect(await listLeasedBooks(orm, as.id, [bookId], now())).toEqual([]);
});

test('a lease that its own device releases counts for a day, and is deleted then', async () => {
  const { platform } = scenario.shop;
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease } = await scenario.lease('devicea', as, bookId);
  await scenario.callOn('devicea', as, '/api/offline/release', { id: lease.id });
  const now = platform.clock.now();
  expect(await listLeasedBooks(platform.db.orm, as.id, [bookId], now)).toEqual([]);
  expect((await listCountedLeases(platform.db.orm, as.id, bookId, now)).map(({ id }) => id)).toEqual([lease.id]);
  platform.advanceClock?.(READING_LIMITS.leaseReleaseAfterMs);
  expect(await listCountedLeases(platform.db.orm, as.id, bookId, platform.clock.now())).toEqual([]);
  expect(await forgetExpiredLeases(platform)).toBeGreaterThan(0);
});
