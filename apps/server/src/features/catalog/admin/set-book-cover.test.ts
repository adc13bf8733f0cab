/** Tests of a cover made from an editor’s image. */
import type { AdminBook } from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted, uploadPictureAs } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('setBookCover', ['editor', 'admin'], 'bookId:book');

testIdempotency('setBookCover', async ({ shop, aUser, aBook }) => {
  const as = await aUser('editor');
  const picture = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#2c5f7a' } })
    .png()
    .toBuffer();
  return { as, body: { bookId: await aBook(), fileId: granted(await uploadPictureAs(shop, as, picture, 'image')).id } };
});

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.user('13655550001', 'editor');
  bookId = await shop.book({}, { publish: false });
}, 120_000);
afterAll(() => shop?.close());

test('a cover is generated from the editor’s image and served', async () => {
  const bytes = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#2c5f7a' } })
    .png()
    .toBuffer();
  const picture = granted(await uploadPictureAs(shop, editor, bytes, 'image'));
  const { payload } = await shop.call<AdminBook>('/api/admin/book/cover', { as: editor, body: { bookId, fileId: picture.id } });
  expect(payload?.cover).toMatchObject({ width: 480, height: 640 });
  const served = await shop.request({ method: 'GET', url: payload?.cover?.url ?? '', headers: { host: APP_HOST } });
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp']);
  const foreign = await shop.call('/api/admin/book/cover', {
    as: await shop.user('13655550009', 'editor'),
    body: { bookId, fileId: picture.id },
  });
  expect(foreign.code).toBe('file.notFound');
});
