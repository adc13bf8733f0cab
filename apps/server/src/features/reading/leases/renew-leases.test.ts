/** Tests of `renewLeases`: which leases are renewed, and why others have ended. */
import { LIMITS, newId, type OutputOf, type renewLeases } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type TestUser } from '../../../testing/test-server.ts';
import { forgetExpiredLeases } from './lease-store.ts';
import { type LeaseScenario, openLeaseScenario } from './testing/lease-scenario.ts';

testAccess('renewLeases', 'every user');
testIdempotency('renewLeases', async ({ aUser }) => ({ as: await aUser(), body: { ids: [newId()] } }));

const DAY_MS = 86_400_000;
const REMOVED = '本机的离线副本已过期，或已在其他设备上移除';

let scenario: LeaseScenario;
beforeAll(async () => {
  scenario = await openLeaseScenario();
});
afterAll(() => scenario?.close());
const advance = (ms: number): void => scenario.shop.platform.advanceClock?.(ms);
const renew = async (deviceId: string, as: TestUser, ids: readonly string[]) =>
  granted(await scenario.callOn<OutputOf<typeof renewLeases>>(deviceId, as, '/api/offline/renew', { ids }));

test('a lease in force is renewed for 30 days with the same key, also for a version that is no longer the current one', async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease } = await scenario.lease('devicea', as, bookId);
  await scenario.shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [bookId]);
  advance(DAY_MS);
  const { renewed, ended } = await renew('devicea', as, [lease.id]);
  expect([renewed, ended]).toEqual([[{ ...lease, expiresAt: renewed[0]?.expiresAt }], []]);
  expect(renewed[0]?.expiresAt).toBeGreaterThanOrEqual(lease.expiresAt + DAY_MS);
});

test('a lease is renewed and named as outdated when its book has a newer version', async () => {
  const as = await scenario.aReader();
  const release = (text: string, book?: string): Promise<string> =>
    scenario.shop.book(
      {
        metadata: '<dc:identifier id="id">two-versions</dc:identifier><dc:title>两版</dc:title><dc:language>zh-CN</dc:language>',
        chapters: [['第一章', text]],
      },
      { publish: true, accessModel: 'free', ...(book === undefined ? {} : { bookId: book }) },
    );
  const bookId = await release('学而时习之，不亦说乎。');
  const { lease } = await scenario.lease('devicea', as, bookId);
  expect((await renew('devicea', as, [lease.id])).outdated).toEqual([]);
  expect(await release('学而时习之，不亦说乎。有朋自远方来，不亦乐乎。', bookId)).toBe(bookId);
  const { renewed, outdated } = await renew('devicea', as, [lease.id]);
  expect([renewed.map(({ id }) => id), outdated]).toEqual([[lease.id], [lease.id]]);
  const next = await scenario.lease('devicea', as, bookId);
  expect(next.lease.versionId).not.toBe(lease.versionId);
});

test('a lease ends with the right, and with the reason', async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease } = await scenario.lease('devicea', as, bookId);
  await scenario.shop.platform.db.pool.query("update entitlement set status = 'suspended' where user_id = $1", [as.id]);
  const result = await renew('devicea', as, [lease.id]);
  expect(result.renewed).toEqual([]);
  expect(result.ended).toEqual([{ id: lease.id, reason: expect.stringContaining('您的阅读权限已暂停') }]);
  await scenario.shop.platform.db.pool.query("update entitlement set status = 'active' where user_id = $1", [as.id]);
  expect((await renew('devicea', as, [lease.id])).ended).toEqual([{ id: lease.id, reason: REMOVED }]);
});

test("an expired lease, one of another device, another user's and an unknown one have ended", async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const otherReader = await scenario.aReader();
  const { lease } = await scenario.lease('devicea', as, bookId);
  const unknown = newId();
  expect((await renew('deviceb', as, [lease.id])).ended).toEqual([{ id: lease.id, reason: REMOVED }]);
  expect((await renew('devicea', otherReader, [lease.id])).ended).toEqual([{ id: lease.id, reason: REMOVED }]);
  const both = await renew('devicea', as, [lease.id, unknown]);
  expect([both.renewed.map(({ id }) => id), both.ended]).toEqual([[lease.id], [{ id: unknown, reason: REMOVED }]]);
  const { platform } = scenario.shop;
  await platform.db.pool.query('update offline_lease set expires_at = $2 where id = $1', [lease.id, platform.clock.now()]);
  expect((await renew('devicea', as, [lease.id])).ended).toEqual([{ id: lease.id, reason: REMOVED }]);
  expect(await forgetExpiredLeases(platform)).toBe(1);
});

test('a lease ends when the license of the reader gets a limit of concurrent readers', async () => {
  const as = await scenario.aReader();
  const bookId = await scenario.aLicensedBook(as, {});
  const { lease } = await scenario.lease('devicea', as, bookId);
  await scenario.shop.platform.db.pool.query('update institution_license set concurrent = 5 where $1 = any(book_ids)', [bookId]);
  expect((await renew('devicea', as, [lease.id])).ended).toEqual([{ id: lease.id, reason: '这本书现在由机构按人数提供，只能联网阅读' }]);
});

test('one more id than the limit, and a call without a device id, are refused', async () => {
  const as = await scenario.aReader();
  const tooMany = Array.from({ length: LIMITS.leasesPerCall + 1 }, () => newId());
  expect((await scenario.callOn('devicea', as, '/api/offline/renew', { ids: tooMany })).code).toBe('request.invalid');
  expect((await scenario.callOn('devicea', as, '/api/offline/renew', { ids: tooMany.slice(1) })).code).toBe('success');
  expect((await scenario.shop.call('/api/offline/renew', { as, body: { ids: [] } })).code).toBe('request.invalid');
});
