/** Tests of `releaseLease`: only the user ends a lease, on any device, and a repeated call changes nothing. */
import type { listLeases, OutputOf } from '@shufang/contract';
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type LeaseScenario, openLeaseScenario } from './testing/lease-scenario.ts';

testAccess('releaseLease', 'every user');
testIdempotency('releaseLease', async ({ aUser }) => ({ as: await aUser(), body: { id: newId() } }));

let scenario: LeaseScenario;
beforeAll(async () => {
  scenario = await openLeaseScenario();
});
afterAll(() => scenario?.close());

test('another user cannot release the lease; the user can, from another device, and again', async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const otherReader = await scenario.aReader();
  const { lease } = await scenario.lease('devicea', as, bookId);
  const leases = async (): Promise<string[]> =>
    granted(await scenario.callOn<OutputOf<typeof listLeases>>('deviceb', as, '/api/offline/leases')).items.map(({ id }) => id);
  expect((await scenario.callOn('devicea', otherReader, '/api/offline/release', { id: lease.id })).code).toBe('success');
  expect(await leases()).toEqual([lease.id]);
  for (let n = 0; n < 2; n += 1)
    expect((await scenario.callOn('deviceb', as, '/api/offline/release', { id: lease.id })).code).toBe('success');
  expect(await leases()).toEqual([]);
});
