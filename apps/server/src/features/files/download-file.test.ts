import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { APP_HOST, type TestUser } from '../../testing/test-server.ts';
import { openUserFilesFixture, proofFor, type UserFilesFixture } from './testing/user-files-fixture.ts';

testAccess('downloadFile', 'every user');

testIdempotency(
  'downloadFile',
  async ({ aUser, aFile }) => {
    const as = await aUser();
    return { as, body: { fileId: await aFile(as) } };
  },
  { repeatsSafely: true },
);

let fixture: UserFilesFixture;
beforeAll(async () => {
  fixture = await openUserFilesFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('a file is sent unchanged as an attachment to its owner only', async () => {
  const id = await fixture.textFile(fixture.mei, '只给我看\n');
  const fetch = (as: TestUser | undefined) =>
    fixture.shop.request({
      method: 'POST',
      url: '/api/file/userFile/download',
      headers: { host: APP_HOST, ...as?.headers },
      payload: { fileId: id },
    });
  const response = await fetch(fixture.mei);
  expect(response.payload).toBe('只给我看\n');
  expect(response.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="__.txt"; filename*=UTF-8''${encodeURIComponent('笔记.txt')}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect((await fetch(fixture.han)).json()).toMatchObject({ code: 'file.notFound' });
  expect((await fetch(undefined)).json()).toMatchObject({ code: 'requestLogin' });
  expect(await fixture.askLink(fixture.han, id, '20', proofFor(fixture.han, id, '20'))).toMatchObject({ code: 'file.notFound' });
});
