import { newId } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';

testAccess('withdrawAppVersion', ['admin'], 'platform');

testIdempotency('withdrawAppVersion', async ({ aUser, query }) => {
  const id = newId();
  const version = { versionCode: `9.0.${Number.parseInt(id.slice(-3), 36)}`, platform: 'linux', arch: 'x64', channel: 'stable' };
  await query(
    `insert into app_version (id, version_code, platform, arch, channel, state, description_html, file_name, file_bytes, file_sha256,
       file_sha512, manifest, signature, key_id, released_at, created_at)
     values ($1, $2, $3, $4, $5, 'released', '', 'a.zip', 1, $6, '', '{}', '', '', 0, 0)`,
    [id, version.versionCode, version.platform, version.arch, version.channel, 'b'.repeat(64)],
  );
  return { as: await aUser('admin'), body: { ...version, reason: '有误' } };
});

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

it('withdraws a version, which is then offered to nobody and withdrawn only once', async () => {
  await fixture.publish('1.0.0');
  fixture.shop.platform.advanceClock?.(1_000);
  await fixture.publish('1.1.0');
  const body = { versionCode: '1.1.0', platform: 'win', arch: 'x64', channel: 'stable', reason: '启动时崩溃' };
  const withdraw = (as: TestUser) => fixture.shop.call('/api/admin/version/withdraw', { as, body });
  expect((await withdraw(editor)).code).toBe('forbidden');
  expect(await withdraw(admin)).toMatchObject({ code: 'success', message: '已撤回 1.1.0' });
  expect((await fixture.offered()).versionCode).toBe('1.0.0');
  expect((await withdraw(admin)).code).toBe('release.versionUnknown');
});
