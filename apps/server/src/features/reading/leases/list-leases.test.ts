/** Tests of `listLeases`: the devices on which a user has books offline. */
import type { listLeases, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { type LeaseScenario, openLeaseScenario } from './testing/lease-scenario.ts';

testAccess('listLeases', 'every user');

let scenario: LeaseScenario;
beforeAll(async () => {
  scenario = await openLeaseScenario();
});
afterAll(() => scenario?.close());

test("the list has the user's own leases with the names of the devices, and no keys", async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const other = await scenario.aReader();
  await scenario.grant(other, bookId);
  await scenario.lease('devicea', as, bookId);
  await scenario.lease('deviceb', as, bookId);
  await scenario.lease('devicea', other, bookId);
  const { items } = granted(await scenario.callOn<OutputOf<typeof listLeases>>('devicea', as, '/api/offline/leases'));
  expect(
    items.map(({ deviceName, deviceType, isThis }) => ({ deviceName, deviceType, isThis })).toSorted((a, b) => +b.isThis - +a.isThis),
  ).toEqual([
    { deviceName: 'Chrome · Windows', deviceType: 'web', isThis: true },
    { deviceName: 'Chrome · Windows', deviceType: 'web', isThis: false },
  ]);
  expect(JSON.stringify(items)).not.toContain('key');
  scenario.shop.platform.advanceClock?.(30 * 86_400_000);
  const later = await scenario.shop.platform.db.pool.query('select 1 from offline_lease where expires_at > $1', [
    scenario.shop.platform.clock.now(),
  ]);
  expect(later.rowCount).toBe(0);
});
