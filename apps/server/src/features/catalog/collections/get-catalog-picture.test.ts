/** Tests of the images of collections and home slots. */
import type { HomeSlotRecord } from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted, uploadPictureAs } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

testAccess('getCatalogPicture', 'everyone');

let shop: TestServer;
let editor: TestPerson;
const ids: Record<string, string> = {};
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.person('13944440002', 'editor');
  for (const [title, author, publisher] of [
    ['论语选读', '孔子弟子', '中华书局'],
    ['孟子选读', '孟子', '中华书局'],
    ['庄子选读', '庄子', '古籍社'],
    ['荀子选读', '荀子', '古籍社'],
  ] as const) {
    ids[title] = await shop.book({
      metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><dc:creator>${author}</dc:creator><dc:publisher>${publisher}</dc:publisher>`,
      chapters: [['开篇', `《${title}》的开篇。`.repeat(20)]],
    });
    shop.platform.advanceClock?.(1_000);
  }
});
afterAll(() => shop?.close());
const saveSlot = async (body: object): Promise<HomeSlotRecord> =>
  granted(await shop.call<HomeSlotRecord>('/api/admin/slot/save', { as: editor, body }));

test('the image of a home slot is served even after the editor’s file is deleted', async () => {
  const bytes = await sharp({ create: { width: 64, height: 24, channels: 3, background: '#9d2f24' } })
    .png()
    .toBuffer();
  const file = granted(await uploadPictureAs(shop, editor, bytes, 'image'));
  const slot = await saveSlot({ targetType: 'page', target: '/course/list', title: '全部教材', pictureFileId: file.id });
  expect(slot.picture).toMatch(/^\/api\/media\/catalog\/[0-9a-f]{64}$/);
  granted(await shop.call('/api/file/userFile/delete', { as: editor, body: { fileId: file.id } }));
  const response = await shop.request({ method: 'GET', url: slot.picture ?? '', headers: { host: 'localhost:8080' } });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
  const unknown = await shop.request({ method: 'GET', url: `/api/media/catalog/${'0'.repeat(64)}`, headers: { host: 'localhost:8080' } });
  expect(unknown.statusCode).toBe(404);
});
