import type { createUploadToken, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { RELEASE_LIMITS } from './limits.ts';
import { openReleaseFixture, type ReleaseFixture } from './testing/release-fixture.ts';
import { UPLOAD, type UploadCalls, uploadCalls } from './testing/upload-fixture.ts';

testAccess('createUploadToken', ['admin'], 'platform');
testIdempotency('createUploadToken', async ({ aUser }) => ({ as: await aUser('admin'), body: {} }));

let fixture: ReleaseFixture;
let calls: UploadCalls;
let admin: TestUser;
let folder: string;
beforeAll(async () => {
  fixture = await openReleaseFixture();
  calls = uploadCalls(fixture);
  admin = await fixture.shop.user('13655550001', 'admin');
  folder = await fixture.sign('1.0.0');
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(() => fixture.shop.platform.db.pool.query('delete from app_version'));

/** Returns the admin as the command line of a publisher signs its calls. */
const byToken = async (change: (token: string) => string = (token) => token): Promise<TestUser> => {
  const { payload } = await fixture.shop.call<OutputOf<typeof createUploadToken>>(`${UPLOAD}/token`, { as: admin, body: {} });
  return { ...admin, headers: { ...admin.headers, authorization: `dp-token ${change(payload?.token ?? '')}` } };
};

it('permits a whole upload', async () => {
  const publisher = await byToken();
  const upload = await calls.started(folder, publisher);
  await calls.sendRest(folder, upload, publisher);
  expect(await calls.publish(upload.uploadId, publisher)).toMatchObject({ code: 'success', message: '已发布 1.0.0' });
});

it('permits nothing else', async () => {
  const publisher = await byToken();
  const others: [string, object | undefined][] = [
    ['/api/admin/version/list', undefined],
    ['/api/admin/version/withdraw', { versionCode: '1.0.0', platform: 'win', arch: 'x64', channel: 'stable', reason: '误传' }],
    [`${UPLOAD}/token`, {}],
    ['/api/shelf/get', undefined],
  ];
  for (const [path, body] of others) {
    const { code } = await fixture.shop.call(path, { as: publisher, ...(body === undefined ? {} : { body }) });
    expect(code, path).toBe('requestLogin');
  }
});

it.each<[string, (token: string) => string]>([
  ['cut off', (token) => token.slice(0, -1)],
  ['with other contents', (token) => token.replace(/\.(.)/, (_all, first: string) => `.${first === 'W' ? 'X' : 'W'}`)],
  ['with more text', (token) => `${token}.x`],
  ['without a signature', (token) => token.split('.').slice(0, 2).join('.')],
])('is refused %s', async (_what, change) => {
  expect((await calls.start(folder, await byToken(change))).code).toBe('requestLogin');
});

it('ends after some hours, and with its session', async () => {
  const [early, late] = [await byToken(), await byToken()];
  fixture.shop.platform.advanceClock?.(RELEASE_LIMITS.uploadTokenLifetimeMs);
  expect((await calls.start(folder, early)).code).toBe('requestLogin');
  expect((await calls.start(folder, late)).code).toBe('requestLogin');
  const last = await byToken();
  expect((await calls.start(folder, last)).code).toBe('success');
  await fixture.shop.call('/api/user/auth/logout', { as: admin });
  expect((await calls.start(folder, last)).code).toBe('requestLogin');
});
