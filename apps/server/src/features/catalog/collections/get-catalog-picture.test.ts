/** Tests of the images of collections and home slots. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted, uploadPictureAs } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { type CatalogFixture, openCatalogFixture } from '../testing/catalog-fixture.ts';

testAccess('getCatalogPicture', 'everyone');

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture?.close());

test('the image of a home slot is served even after the editor’s file is deleted', async () => {
  const bytes = await sharp({ create: { width: 64, height: 24, channels: 3, background: '#9d2f24' } })
    .png()
    .toBuffer();
  const file = granted(await uploadPictureAs(fixture.shop, fixture.editor, bytes, 'image'));
  const slot = await fixture.saveHomeSlot({ targetType: 'page', target: '/course/list', title: '全部教材', pictureFileId: file.id });
  expect(slot.picture).toMatch(/^\/api\/media\/catalog\/[0-9a-f]{64}$/);
  granted(await fixture.shop.call('/api/file/userFile/delete', { as: fixture.editor, body: { fileId: file.id } }));
  const response = await fixture.shop.request({ method: 'GET', url: slot.picture ?? '', headers: { host: 'localhost:8080' } });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
  const unknown = await fixture.shop.request({
    method: 'GET',
    url: `/api/media/catalog/${'0'.repeat(64)}`,
    headers: { host: 'localhost:8080' },
  });
  expect(unknown.statusCode).toBe(404);
});
