import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { BASE, openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await openReleaseFixture();
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version'));

it('the file of a version is sent as a sandboxed attachment', async () => {
  await fixture.publish('1.0.0');
  const { headers, statusCode } = await fixture.fetchFile((await fixture.offered()).updateUrl);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="shufang-1.0.0-win-x64.exe"',
    'content-length': String(fixture.installer.length),
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox",
  });
});

it('the file of a version is sent by ranges, so that an interrupted download can continue', async () => {
  await fixture.publish('1.0.0');
  const { updateUrl } = await fixture.offered();
  const whole = await fixture.fetchFile(updateUrl);
  const etag = String(whole.headers.etag);
  const cases: [string, number, number][] = [
    ['bytes=0-99', 0, 99],
    ['bytes=100000-', 100_000, fixture.installer.length - 1],
    ['bytes=-7', fixture.installer.length - 7, fixture.installer.length - 1],
  ];
  for (const [range, start, end] of cases) {
    const part = await fixture.fetchFile(updateUrl, { range });
    expect([part.statusCode, part.headers['content-range']], range).toEqual([206, `bytes ${start}-${end}/${fixture.installer.length}`]);
    expect(part.headers['content-length']).toBe(String(end - start + 1));
    expect(part.rawPayload.equals(fixture.installer.subarray(start, end + 1)), range).toBe(true);
  }
  const beyond = await fixture.fetchFile(updateUrl, { range: `bytes=${fixture.installer.length}-` });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${fixture.installer.length}`]);
  expect((await fixture.fetchFile(updateUrl, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
  const changed = await fixture.fetchFile(updateUrl, { range: 'bytes=0-9', 'if-range': '"another"' });
  expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, fixture.installer.length]);
  expect((await fixture.fetchFile(updateUrl, { 'if-none-match': etag })).statusCode).toBe(304);
  const head = await fixture.fetchFile(updateUrl, {}, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(fixture.installer.length), 0]);
});

it('the file of a version has exactly one URL', async () => {
  await fixture.publish('1.0.0');
  const file = 'shufang-1.0.0-win-x64.exe';
  for (const address of [
    `stable/win/x64/1.0.1/${file}`,
    `beta/win/x64/1.0.0/${file}`,
    `stable/mac/x64/1.0.0/${file}`,
    'stable/win/x64/1.0.0/setup.exe',
    'stable/win/x64/1.0.0/..%2f..%2fkey.pem',
    'stable/win/x64/1.0.0/%00',
    'stable/win/x64/1.0/x',
    'stable/amiga/x64/1.0.0/x',
  ])
    expect((await fixture.fetchFile(`${BASE}/file/${address}`)).statusCode, address).toBe(404);
});

it('a file that is missing in the object store is not found and is logged', async () => {
  await fixture.publish('1.0.0');
  const { updateUrl } = await fixture.offered();
  await fixture.shop.platform.objects.delete(contentKey(createHash('sha256').update(fixture.installer).digest('hex')));
  expect((await fixture.fetchFile(updateUrl)).statusCode).toBe(404);
  expect(fixture.shop.log()).toContain('the file of a released version is gone');
});

it('after a version is withdrawn the previous one is offered, and its file is not served', async () => {
  await fixture.publish('1.0.0');
  await fixture.publish('1.0.1');
  const { updateUrl } = await fixture.offered();
  await fixture.withdraw('1.0.1');
  expect((await fixture.offered()).versionCode).toBe('1.0.0');
  expect((await fixture.fetchFile(updateUrl)).statusCode).toBe(404);
  expect(await outcomeOf(fixture.withdraw('1.0.1'))).toBe('release.versionUnknown');
  expect(await outcomeOf(fixture.withdraw('1.0.0', { platform: 'mac' }))).toBe('release.versionUnknown');
});
