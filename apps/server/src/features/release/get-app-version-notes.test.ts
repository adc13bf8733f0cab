import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';

testAccess('getAppVersionNotes', ['admin'], 'platform');

let fixture: ReleaseFixture;
let admin: TestUser;
beforeAll(async () => {
  fixture = await openReleaseFixture();
  admin = await fixture.shop.user('13655550001', 'admin');
}, 120_000);
afterAll(() => fixture?.close());

it('returns what the publisher signed, also of a withdrawn version', async () => {
  await fixture.publish('1.0.0', { more: ['--needs', 'Windows 10', '--silent', 'setup.exe /S'] });
  await fixture.withdraw('1.0.0');
  const notesOf = (version: string) =>
    fixture.shop.call(`/api/admin/version/notes?versionCode=${version}&platform=win&arch=x64&channel=stable`, { as: admin });
  const { payload } = await notesOf('1.0.0');
  expect(payload).toEqual({
    description: '<h2>本次更新</h2><p>修复若干问题</p>',
    systemNeeds: 'Windows 10',
    silentInstall: 'setup.exe /S',
  });
  expect((await notesOf('1.0.1')).code).toBe('release.versionUnknown');
});
