import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { LIMITS, type ReleaseUpload } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sweepOnce } from '../../app/housekeeping.ts';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { RELEASE_LIMITS } from './limits.ts';
import { openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';
import { acceptKey, aSignedRelease, partForm, UPLOAD, type UploadCalls, uploadCalls } from './testing/upload-fixture.ts';

testAccess('uploadReleasePart', ['admin'], 'platform');
let requests = 0;
testIdempotency(
  'uploadReleasePart',
  async ({ aUser, query, shop }) => {
    requests += 1;
    const { text, keyId, fileName, bytes } = aSignedRelease(`7.2.${requests}`, { platform: requests % 2 === 0 ? 'mac' : 'win' });
    await acceptKey(query, keyId);
    const as = await aUser('admin');
    const { uploadId } = granted(await shop.call<ReleaseUpload>(`${UPLOAD}/start`, { as, body: { release: text } }));
    return { as, body: partForm({ uploadId, fileName, offset: 0, bytes }) };
  },
  { changesNothing: true, repeatsSafely: true },
);

const PART = LIMITS.releasePartBytes;
const large = randomBytes(PART + 1_000);
const NAME = 'shufang-1.0.0-win-x64.exe';
let fixture: ReleaseFixture;
let calls: UploadCalls;
let admin: TestUser;
let folder: string;
beforeAll(async () => {
  fixture = await openReleaseFixture();
  calls = uploadCalls(fixture);
  admin = await fixture.shop.user('13655550001', 'admin');
  await writeFile(fixture.pathOf('large.exe'), large);
  folder = await fixture.sign('1.0.0', { file: 'large.exe' });
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version; delete from release_upload'));

it('stores the parts in order, and continues after a connection that broke', async () => {
  const { uploadId } = await calls.started(folder, admin);
  const send = (offset: number, bytes: Buffer) => calls.sendPart({ uploadId, fileName: NAME, offset, bytes }, admin);
  expect((await send(PART, large.subarray(PART))).code).toBe('release.uploadIncomplete');
  expect((await send(0, large.subarray(0, PART))).payload).toEqual({ received: PART });
  const continued = await calls.started(folder, admin);
  expect(continued).toMatchObject({ uploadId, files: [{ received: PART }] });
  await calls.sendRest(folder, continued, admin);
  expect((await calls.started(folder, admin)).files).toMatchObject([{ received: large.length }]);
});

it('accepts a part again if it is the same, and refuses another one in its place', async () => {
  const { uploadId } = await calls.started(folder, admin);
  const send = (bytes: Buffer) => calls.sendPart({ uploadId, fileName: NAME, offset: 0, bytes }, admin);
  await send(large.subarray(0, PART));
  expect((await send(large.subarray(0, PART))).payload).toEqual({ received: PART });
  expect((await send(Buffer.alloc(PART, 7))).code).toBe('release.uploadIncomplete');
});

it.each([
  ['one that is too small', NAME, 0, Buffer.from('x'), 'release.uploadIncomplete'],
  ['one that is too large', NAME, 0, Buffer.alloc(PART + 1), 'file.tooLarge'],
  ['one beyond the end', NAME, 2 * PART, Buffer.from('x'), 'release.uploadIncomplete'],
  ['one between two parts', NAME, 5, large.subarray(5, PART + 5), 'release.uploadIncomplete'],
  ['one of a file that the manifest does not name', '../../a', 0, Buffer.from('x'), 'release.uploadIncomplete'],
])('refuses %s', async (_what, fileName, offset, bytes, code) => {
  const { uploadId } = await calls.started(folder, admin);
  expect((await calls.sendPart({ uploadId, fileName, offset, bytes }, admin)).code).toBe(code);
  expect((await calls.started(folder, admin)).files).toMatchObject([{ received: 0 }]);
});

it('refuses a part of an upload that does not exist', async () => {
  const part = { uploadId: 'x', fileName: NAME, offset: 0, bytes: large.subarray(0, PART) };
  expect((await calls.sendPart(part, admin)).code).toBe('release.uploadUnknown');
});

it('deletes an upload that was not continued for a day, and a day later its parts', async () => {
  const { platform } = fixture.shop;
  const { uploadId } = await calls.started(folder, admin);
  await calls.sendPart({ uploadId, fileName: NAME, offset: 0, bytes: large.subarray(0, PART) }, admin);
  const key = contentKey(createHash('sha256').update(large.subarray(0, PART)).digest('hex'));
  platform.advanceClock?.(RELEASE_LIMITS.releaseUploadLifetimeMs + 1_000);
  await sweepOnce(platform);
  const { rows } = await platform.db.pool.query('select id from release_upload');
  expect([rows, await platform.objects.head(key)]).toEqual([[], { bytes: PART }]);
  platform.advanceClock?.(86_400_000 + 1_000);
  await sweepOnce(platform);
  expect(await platform.objects.head(key)).toBeUndefined();
});
