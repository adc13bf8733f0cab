import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LIMITS, type ReleaseUpload } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { renewRelease } from '../../app/cli/release-signing.ts';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { APP_HOST, type TestUser } from '../../testing/test-server.ts';
import { temporaryFolderOf } from '../publication/import/temporary-folder.ts';
import { openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';
import { acceptKey, aSignedRelease, partForm, UPLOAD, type UploadCalls, uploadCalls } from './testing/upload-fixture.ts';

testAccess('publishReleaseUpload', ['admin'], 'platform');
let requests = 0;
testIdempotency('publishReleaseUpload', async ({ aUser, query, shop }) => {
  requests += 1;
  const { text, keyId, fileName, bytes } = aSignedRelease(`7.3.${requests}`, { platform: 'ios' });
  await acceptKey(query, keyId);
  const as = await aUser('admin');
  const { uploadId } = granted(await shop.call<ReleaseUpload>(`${UPLOAD}/start`, { as, body: { release: text } }));
  const part = new Response(partForm({ uploadId, fileName, offset: 0, bytes }));
  await shop.request({
    method: 'POST',
    url: `${UPLOAD}/part`,
    headers: { host: APP_HOST, ...as.headers, 'content-type': part.headers.get('content-type') ?? '' },
    payload: Buffer.from(await part.arrayBuffer()),
  });
  return { as, body: { uploadId } };
});

const large = randomBytes(2 * LIMITS.releasePartBytes + 1_000);
let fixture: ReleaseFixture;
let calls: UploadCalls;
let admin: TestUser;
beforeAll(async () => {
  fixture = await openReleaseFixture();
  calls = uploadCalls(fixture);
  admin = await fixture.shop.user('13655550001', 'admin');
  await writeFile(fixture.pathOf('large.exe'), large);
  await writeFile(fixture.pathOf('program.asar'), 'the program');
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version; delete from release_upload'));

/** Uploads all files of a folder. */
const uploadAll = async (folder: string): Promise<string> => {
  const upload = await calls.started(folder, admin);
  await calls.sendRest(folder, upload, admin);
  return upload.uploadId;
};

it('publishes the files of the parts, which clients then verify, and ends the upload', async () => {
  const folder = await fixture.sign('1.0.0', { file: 'large.exe', more: ['--bundle', fixture.pathOf('program.asar')] });
  const uploadId = await uploadAll(folder);
  const { code, payload } = await calls.publish(uploadId, admin);
  expect([code, payload?.items.map(({ versionCode }) => versionCode)]).toEqual(['success', ['1.0.0']]);
  const version = await fixture.offered();
  expect(fixture.verified(version)?.version).toBe('1.0.0');
  expect((await fixture.fetchFile(version.updateUrl)).rawPayload.equals(large)).toBe(true);
  expect((await fixture.fetchFile(version.updateUrl.replace('.exe', '.asar'))).rawPayload.toString()).toBe('the program');
  expect((await calls.publish(uploadId, admin)).code).toBe('release.uploadUnknown');
  expect(await readdir(temporaryFolderOf(fixture.shop.platform.config))).toEqual([]);
});

it('publishes nothing before every file is complete', async () => {
  const folder = await fixture.sign('1.0.0', { more: ['--bundle', fixture.pathOf('program.asar')] });
  const upload = await calls.started(folder, admin);
  await calls.sendRest(folder, { ...upload, files: upload.files.slice(0, 1) }, admin);
  expect((await calls.publish(upload.uploadId, admin)).code).toBe('release.uploadIncomplete');
  expect((await fixture.last()).code).toBe('release.nonePublished');
  await calls.sendRest(folder, await calls.started(folder, admin), admin);
  expect((await calls.publish(upload.uploadId, admin)).code).toBe('success');
});

it('refuses files that are not those that were signed, and forgets them', async () => {
  const folder = await fixture.sign('1.0.0');
  await writeFile(path.join(folder, 'shufang-1.0.0-win-x64.exe'), randomBytes(fixture.installer.length));
  const uploadId = await uploadAll(folder);
  const { code, message } = await calls.publish(uploadId, admin);
  expect([code, message]).toEqual(['release.invalid', '这个版本不能发布：文件与签名时不同，没有发布：shufang-1.0.0-win-x64.exe']);
  expect((await fixture.last()).code).toBe('release.nonePublished');
  await writeFile(path.join(folder, 'shufang-1.0.0-win-x64.exe'), fixture.installer);
  expect((await calls.publish(await uploadAll(folder), admin)).code).toBe('success');
});

it('refuses a version if a higher one was published during its upload', async () => {
  const uploadId = await uploadAll(await fixture.sign('1.0.0'));
  await fixture.publish('1.0.1');
  expect((await calls.publish(uploadId, admin)).code).toBe('release.versionNotNewer');
});

it('gives a published version its renewed signature without a file', async () => {
  const folder = await fixture.sign('1.0.0', { more: ['--expires-days', '1'] });
  await calls.publish(await uploadAll(folder), admin);
  const before = fixture.verified(await fixture.offered());
  await renewRelease.prepareBare(['--from', folder, '--key', fixture.pathOf('key.pem')])(process.env, () => undefined);
  const { uploadId } = await calls.started(folder, admin);
  expect((await calls.publish(uploadId, admin)).message).toBe('已续签 1.0.0');
  const after = fixture.verified(await fixture.offered());
  expect(after?.issuedAt).toBeGreaterThan(before?.issuedAt ?? 0);
});

it('records who published a version', async () => {
  await calls.publish(await uploadAll(await fixture.sign('1.0.0')), admin);
  const { rows } = await fixture.shop.platform.db.pool.query<{ operator_id: string; target_name: string }>(
    `select operator_id, target_name from audit_event where action = 'release.publish' order by at desc limit 1`,
  );
  expect(rows).toEqual([{ operator_id: admin.id, target_name: '1.0.0 win x64' }]);
});
