import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { renewRelease } from '../../app/cli/release-signing.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { RELEASE_LIMITS } from './limits.ts';
import { openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';
import { acceptKey, aSignedRelease, type UploadCalls, uploadCalls } from './testing/upload-fixture.ts';

testAccess('startReleaseUpload', ['admin'], 'platform');
let requests = 0;
testIdempotency(
  'startReleaseUpload',
  async ({ aUser, query }) => {
    requests += 1;
    const { text, keyId } = aSignedRelease(`7.1.${requests}`, { arch: requests % 2 === 0 ? 'x64' : 'arm64' });
    await acceptKey(query, keyId);
    return { as: await aUser('admin'), body: { release: text } };
  },
  { changesNothing: true, repeatsSafely: true },
);

let fixture: ReleaseFixture;
let calls: UploadCalls;
let admin: TestUser;
beforeAll(async () => {
  fixture = await openReleaseFixture();
  calls = uploadCalls(fixture);
  admin = await fixture.shop.user('13655550001', 'admin');
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version; delete from release_upload'));

const rows = async (): Promise<number> =>
  Number((await fixture.shop.platform.db.pool.query<{ count: string }>('select count(*) from release_upload')).rows[0]?.count);

/** Writes the text of a release to a folder. */
const folderOf = async (text: string): Promise<string> => {
  const folder = await mkdtemp(fixture.pathOf('text-'));
  await writeFile(path.join(folder, 'release.json'), text);
  return folder;
};

it('returns the files to send, and the same upload again for the same release', async () => {
  const folder = await fixture.sign('1.0.0');
  const first = await calls.started(folder, admin);
  expect(first).toMatchObject({
    versionCode: '1.0.0',
    platform: 'win',
    isRenewal: false,
    files: [{ kind: 'installer', name: 'shufang-1.0.0-win-x64.exe', size: fixture.installer.length, received: 0 }],
  });
  expect(await calls.started(folder, admin)).toEqual(first);
  expect(await rows()).toBe(1);
});

it('replaces the upload of another release of the same build', async () => {
  const [older, newer] = [await fixture.sign('1.0.0'), await fixture.sign('1.0.1')];
  const first = await calls.started(older, admin);
  await calls.sendRest(older, first, admin);
  const second = await calls.started(newer, admin);
  expect(second.uploadId).not.toBe(first.uploadId);
  expect(await rows()).toBe(1);
  expect((await calls.publish(first.uploadId, admin)).code).toBe('release.uploadUnknown');
});

it.each<[string, (text: string) => string]>([
  ['the version was changed', (text) => text.replace('1.0.1', '9.0.1')],
  ['the notes were changed', (text) => text.replace('修复', '破坏')],
  ['the system requirements were changed', (text) => text.replace('Windows 10', 'Windows 7')],
  ['the command for silent installation was changed', (text) => text.replace('setup.exe /S', 'evil.exe /S')],
  ['the texts are not in the manifest', (text) => JSON.stringify({ ...JSON.parse(text), systemNeeds: 'Windows 7', silentInstall: 'evil' })],
  ['the signature was changed', (text) => text.replace('"signature": "', '"signature": "AA')],
  ['the key was changed', (text) => text.replace('MCowBQYDK2Vw', 'MCowBQYDK2Vx')],
  ['it was cut off', (text) => text.slice(0, -100)],
])('refuses a release if %s, and stores nothing', async (_what, change) => {
  const folder = await fixture.sign('1.0.1', { more: ['--needs', 'Windows 10', '--silent', 'setup.exe /S'] });
  const text = await readFile(path.join(folder, 'release.json'), 'utf8');
  expect(change(text)).not.toBe(text);
  const { code, message } = await calls.start(await folderOf(change(text)), admin);
  expect([code, message]).toEqual(['release.invalid', '这个版本不能发布：release.json 已损坏或被改动，请重新签名']);
  expect(await rows()).toBe(0);
});

it('accepts only a key that has signed a version of this server, once there is one', async () => {
  const { text } = aSignedRelease('1.0.0');
  expect((await calls.start(await folderOf(text), admin)).code).toBe('success');
  await fixture.publish('1.0.0');
  expect((await calls.start(await folderOf(aSignedRelease('1.0.1').text), admin)).code).toBe('release.keyUnknown');
  expect((await calls.start(await fixture.sign('1.0.1'), admin)).code).toBe('success');
});

it('refuses a version that is not newer, one that has expired, and one that is too large', async () => {
  await fixture.publish('1.0.0');
  expect((await calls.start(await fixture.sign('0.9.9'), admin)).code).toBe('release.versionNotNewer');
  const brief = await fixture.sign('1.0.1', { more: ['--expires-days', '1'] });
  fixture.shop.platform.advanceClock?.(2 * 86_400_000);
  expect((await calls.start(brief, await fixture.shop.user('13655550003', 'admin'))).message).toContain('签名已过期');
  await fixture.shop.platform.db.pool.query('delete from app_version');
  const [half, sha512] = [RELEASE_LIMITS.releaseUploadBytes / 2, 'a'.repeat(128)];
  const sized = (more: number) =>
    aSignedRelease('2.0.0', {
      files: [
        { kind: 'installer', name: 'a.deb', size: half, sha512 },
        { kind: 'portable', name: 'b.zip', size: half + more, sha512 },
      ],
    }).text;
  const later = await fixture.shop.user('13655550004', 'admin');
  expect((await calls.start(await folderOf(sized(0)), later)).code).toBe('success');
  expect((await calls.start(await folderOf(sized(1)), later)).code).toBe('file.tooLarge');
});

it('needs no file to renew the signature of a published version', async () => {
  const folder = await fixture.sign('1.0.0');
  await fixture.publishFrom(folder);
  await renewRelease.prepareBare(['--from', folder, '--key', fixture.pathOf('key.pem')])(process.env, () => undefined);
  const upload = await calls.started(folder, await fixture.shop.user('13655550005', 'admin'));
  expect(upload).toMatchObject({ isRenewal: true, files: [{ received: fixture.installer.length }] });
});
