import { createHash, createPublicKey } from 'node:crypto';
import { canonicalJson } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayOf } from '../../platform/china-time.ts';
import { testAccess } from '../../testing/test-access.ts';
import { APP_HOST } from '../../testing/test-server.ts';
import { BASE, openReleaseFixture, type ReleaseFixture, sha512 } from './testing/release-fixture.ts';

testAccess('getLastVersion', 'everyone');

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await openReleaseFixture();
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version'));

it('returns release.nonePublished before the first version of a channel', async () => {
  expect(await fixture.last()).toEqual({ code: 'release.nonePublished', message: '目前没有可供下载的版本', payload: null });
  await fixture.publish('1.0.0', { channel: 'beta' });
  expect((await fixture.last()).code).toBe('release.nonePublished');
  expect((await fixture.offered('?channel=beta')).versionCode).toBe('1.0.0');
});

it('returns the newest version with sanitized notes and a URL that works', async () => {
  await fixture.publish('1.2.3');
  const version = await fixture.offered();
  expect(version).toMatchObject({
    versionCode: '1.2.3',
    description: '<h2>本次更新</h2><p>修复若干问题</p>',
    size: fixture.installer.length,
  });
  expect(version.updateUrl).toBe(`http://${APP_HOST}${BASE}/file/stable/win/x64/1.2.3/shufang-1.2.3-win-x64.exe`);
  expect((await fixture.fetchFile(version.updateUrl)).rawPayload.equals(fixture.installer)).toBe(true);
  expect((await fixture.last()).message).toBe('');
});

it('recognizes iPhones and HarmonyOS phones by their user agent', async () => {
  await fixture.publish('1.0.0', { platform: 'android', arch: 'arm64' });
  await fixture.publish('1.0.0', { platform: 'ios', arch: 'arm64' });
  await fixture.publish('1.0.0', { platform: 'harmony', arch: 'arm64' });
  const platformFor = async (userAgent: string) => (await fixture.last('', userAgent)).payload?.platform;
  expect(await platformFor('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15')).toBe('ios');
  expect(await platformFor('Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 ArkWeb/4.1.6.1 Mobile')).toBe(
    'harmony',
  );
  expect(await platformFor('Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36')).toBe('android');
});

it('returns a signed canonical manifest with the hash of the file', async () => {
  const before = fixture.shop.platform.clock.now();
  await fixture.publish('1.2.3', { more: ['--expires-days', '30'] });
  const version = await fixture.offered();
  const manifest = fixture.verified(version);
  expect(manifest).toEqual({
    appId: 'cn.shufang.app',
    channel: 'stable',
    platform: 'win',
    arch: 'x64',
    version: '1.2.3',
    files: [{ kind: 'installer', name: 'shufang-1.2.3-win-x64.exe', size: fixture.installer.length, sha512: sha512(fixture.installer) }],
    shell: 0,
    notesSha512: sha512(version.description),
    systemNeeds: '',
    silentInstall: '',
    issuedAt: expect.any(Number),
    expiresAt: (manifest?.issuedAt ?? 0) + 30 * 86_400_000,
  });
  expect(manifest?.issuedAt).toBeGreaterThanOrEqual(before);
  expect(version.manifest).toBe(canonicalJson(manifest ?? null));
  const der = createPublicKey(fixture.publicKey).export({ type: 'spki', format: 'der' });
  expect(version.keyId).toBe(createHash('sha256').update(der).digest('hex').slice(0, 16));
  for (const [from, to] of [
    ['1.2.3', '9.9.9'],
    ['win', 'mac'],
    ['stable', 'beta'],
    [sha512(fixture.installer).slice(0, 8), '00000000'],
  ] as const)
    expect(fixture.verified({ ...version, manifest: version.manifest.replace(from, to) }), to).toBeUndefined();
});

it('separates platforms, architectures and channels and orders versions numerically', async () => {
  await fixture.publish('1.9.0');
  await fixture.publish('1.10.0');
  await fixture.publish('2.0.0', { platform: 'mac', arch: 'arm64' });
  await fixture.publish('3.0.0', { channel: 'beta' });
  await fixture.publish('1.1.0', { platform: 'linux' });
  expect((await fixture.offered('?platform=win')).versionCode).toBe('1.10.0');
  expect((await fixture.offered('?platform=win&channel=beta')).versionCode).toBe('3.0.0');
  expect((await fixture.offered('?platform=mac&arch=arm64')).versionCode).toBe('2.0.0');
  expect((await fixture.last('?platform=mac&arch=x64')).code).toBe('release.nonePublished');
  expect((await fixture.last('?platform=amiga')).code).toBe('request.invalid');
});

it('without a platform returns the newest version for the caller’s platform, or the newest of all', async () => {
  await fixture.publish('1.0.0');
  await fixture.publish('1.1.0', { platform: 'mac', arch: 'arm64' });
  await fixture.publish('1.1.0', { platform: 'mac', arch: 'x64' });
  const forAgent = async (agent: string) => {
    const { payload } = await fixture.last('', agent);
    return [payload?.platform, payload?.arch];
  };
  expect(await forAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Electron/25.1.1')).toEqual(['win', 'x64']);
  expect(await forAgent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toEqual(['mac', 'x64']);
  expect(await forAgent('Mozilla/5.0 (Linux; Android 14)')).toEqual(['mac', 'x64']);
  expect(await forAgent('curl/8')).toEqual(['mac', 'x64']);
});

it('states the end of a quiet period that the operator has set', async () => {
  const now = Date.now();
  const today = dayOf(now);
  const quiet = await openReleaseFixture({ UPDATE_QUIET: `${today}/${today}` });
  try {
    await quiet.publish('1.0.0');
    const { quietUntil } = await quiet.offered();
    expect(quietUntil).toBeGreaterThan(now);
    expect(quietUntil).toBeLessThanOrEqual(now + 86_400_000);
  } finally {
    await quiet.close();
  }
  await fixture.publish('1.0.0');
  expect(await fixture.offered()).not.toHaveProperty('quietUntil');
});
