import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { APP_HOST } from '../../testing/test-server.ts';
import { RELEASE_LIMITS } from './limits.ts';
import { BASE, openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';

testAccess('increaseDownloadCount', 'everyone');

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await openReleaseFixture();
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version'));

const report = (query: string, address = '203.0.113.1') =>
  fixture.shop.server
    .inject({ method: 'GET', url: `${BASE}/increaseDownloadCount?${query}`, headers: { host: APP_HOST }, remoteAddress: address })
    .then((response) => response.json<{ code: string; payload: { downloadCount: number } | null }>());

it('counts each report for its own build, also concurrently', async () => {
  await fixture.publish('1.0.0');
  await fixture.publish('1.0.0', { platform: 'mac' });
  const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => report('versionCode=1.0.0&platform=win', `203.0.113.${i}`)));
  expect(responses.map(({ payload }) => payload?.downloadCount ?? 0).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  expect((await report('versionCode=1.0.0&platform=mac')).payload?.downloadCount).toBe(1);
});

it('rejects versions that are unknown or withdrawn', async () => {
  await fixture.publish('1.0.0');
  await fixture.withdraw('1.0.0');
  for (const query of ['versionCode=1.0.0', 'versionCode=7.0.0']) expect((await report(query)).code, query).toBe('release.versionUnknown');
  for (const query of ['', 'versionCode=x']) expect((await report(query)).code, query).toBe('request.invalid');
});

it('accepts a limited number of reports of one subnet per hour', async () => {
  await fixture.publish('1.0.0');
  const codes: string[] = [];
  for (let i = 0; i <= RELEASE_LIMITS.downloadCountsPerSubnetPerHour; i++)
    codes.push((await report('versionCode=1.0.0', '198.51.100.9')).code);
  expect(codes.slice(-2)).toEqual(['success', 'request.tooMany']);
  expect((await report('versionCode=1.0.0', '198.51.100.10')).code).toBe('success');
});
