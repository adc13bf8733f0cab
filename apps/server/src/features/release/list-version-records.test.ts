import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';

testAccess('listVersionRecords', ['admin'], 'platform');

let fixture: ReleaseFixture;
let admin: TestUser;
let editor: TestUser;
beforeAll(async () => {
  fixture = await openReleaseFixture();
  admin = await fixture.shop.user('13655550001', 'admin');
  editor = await fixture.shop.user('13655550002', 'editor');
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version'));

it('lists all versions, including withdrawn ones, for administrators only', async () => {
  await fixture.publish('1.0.0');
  fixture.shop.platform.advanceClock?.(1_000);
  await fixture.publish('1.1.0');
  await fixture.withdraw('1.1.0');
  const list = (as: TestUser) =>
    fixture.shop.call<{ items: { versionCode: string; expiresAt: number }[] }>('/api/admin/version/list', { as });
  expect((await list(admin)).payload?.items.map(({ versionCode }) => versionCode)).toEqual(['1.1.0', '1.0.0']);
  const expiry = fixture.verified(await fixture.offered())?.expiresAt;
  expect((await list(admin)).payload?.items[1]?.expiresAt).toBe(expiry);
  expect((await list(editor)).code).toBe('forbidden');
});
