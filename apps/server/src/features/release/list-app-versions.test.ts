import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { listAppVersions, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { BASE, openReleaseFixture, type ReleaseFixture, sha512 } from './testing/release-fixture.ts';

testAccess('listAppVersions', 'everyone');

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await openReleaseFixture();
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version'));

it('lists a portable build with the system requirements and the silent install command', async () => {
  const portable = Buffer.from('PK portable');
  await writeFile(fixture.pathOf('portable.zip'), portable);
  const texts = ['--needs', 'Windows 10 或更高版本，4 GB 内存', '--silent', 'shufang-1.3.0-win-x64.exe /S'];
  await fixture.publish('1.3.0', { more: ['--portable', fixture.pathOf('portable.zip'), ...texts] });
  const { newest = [] } = (await fixture.shop.call<OutputOf<typeof listAppVersions>>('/api/app/versions')).payload ?? {};
  const url = `${BASE}/file/stable/win/x64/1.3.0/shufang-1.3.0-win-x64-portable.zip`;
  expect(newest[0]).toMatchObject({
    systemNeeds: texts[1],
    silentInstall: texts[3],
    portable: { url, fileName: 'shufang-1.3.0-win-x64-portable.zip', size: portable.length, sha512: sha512(portable) },
  });
  expect((await fixture.fetchFile(url)).rawPayload.equals(portable)).toBe(true);
  expect(fixture.verified(await fixture.offered())?.files.map(({ name }) => name)).toEqual([
    'shufang-1.3.0-win-x64.exe',
    'shufang-1.3.0-win-x64-portable.zip',
  ]);
  await fixture.withdraw('1.3.0');
  expect((await fixture.fetchFile(url)).statusCode).toBe(404);
  await fixture.publish('1.4.0');
  const [plain] = (await fixture.shop.call<OutputOf<typeof listAppVersions>>('/api/app/versions')).payload?.newest ?? [];
  for (const field of ['portable', 'systemNeeds', 'silentInstall']) expect(plain).not.toHaveProperty(field);
  await expect(fixture.publish('1.5.0', { more: ['--needs', '两\n行'] })).rejects.toThrow('--needs');
});

it('lists the newest build of each platform, and earlier versions as history', async () => {
  const versions = async () => (await fixture.shop.call<OutputOf<typeof listAppVersions>>('/api/app/versions')).payload;
  expect(await versions()).toEqual({ newest: [], history: [] });
  await fixture.publish('1.0.0');
  await fixture.publish('1.1.0');
  await fixture.publish('2.0.0', { platform: 'ios', arch: 'arm64' });
  await fixture.publish('2.0.0', { platform: 'harmony', arch: 'arm64' });
  const listed = await versions();
  expect(listed?.newest.map(({ platform, versionCode }) => `${platform} ${versionCode}`).toSorted()).toEqual([
    'harmony 2.0.0',
    'ios 2.0.0',
    'win 1.1.0',
  ]);
  expect(listed?.history).toMatchObject([{ platform: 'win', versionCode: '1.0.0' }]);
  const build = listed?.newest.find(({ platform }) => platform === 'win');
  expect(build).toMatchObject({
    sha256: createHash('sha256').update(fixture.installer).digest('hex'),
    sha512: sha512(fixture.installer),
    size: fixture.installer.length,
  });
  expect((await fixture.fetchFile(build?.url ?? '')).rawPayload.equals(fixture.installer)).toBe(true);
});

it('lists a client with the runtime of the tests, named so, while its system has no other; it is never an update', async () => {
  const versions = async () => (await fixture.shop.call<OutputOf<typeof listAppVersions>>('/api/app/versions')).payload;
  await fixture.publish('1.0.0', { platform: 'linux', more: ['--test-build'] });
  const [trial] = (await versions())?.newest ?? [];
  expect(trial).toMatchObject({ versionCode: '1.0.0', platform: 'linux', isTestBuild: true, fileName: 'shufang-1.0.0-linux-x64-test.exe' });
  expect((await fixture.fetchFile(trial?.url ?? '')).rawPayload.equals(fixture.installer)).toBe(true);
  expect((await fixture.last('?platform=linux')).code).toBe('release.nonePublished');
  await fixture.publish('1.0.1', { platform: 'linux' });
  await fixture.publish('1.0.2', { platform: 'linux', more: ['--test-build'] });
  const listed = await versions();
  expect(listed?.newest.map(({ versionCode, isTestBuild }) => [versionCode, isTestBuild])).toEqual([['1.0.1', undefined]]);
  expect(listed?.history).toEqual([]);
  expect((await fixture.offered('?platform=linux')).versionCode).toBe('1.0.1');
});
