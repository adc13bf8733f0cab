/** Tests of the list of favorites. */
import { type listFavorites, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('listFavorites', 'every user');

let shop: TestServer;
let reader: TestUser;
let editor: TestUser;
let userCount = 0;
const ids: Record<string, string> = {};
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13966660000', 'editor');
  for (const title of ['论语选读', '孟子选读', '庄子选读']) {
    ids[title] = await shop.book(
      {
        metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>`,
        chapters: [['开篇', `《${title}》的开篇。`.repeat(20)]],
      },
      title === '庄子选读' ? { publish: true, accessModel: 'paid', priceFen: 3_000 } : { publish: true },
    );
  }
});
beforeEach(async () => {
  userCount += 1;
  reader = await shop.user(`1396666${String(userCount).padStart(4, '0')}`);
});
afterAll(() => shop?.close());
const bookOf = (title: string): string => ids[title] ?? '';
const ask = async <T>(url: string): Promise<T> => granted(await shop.call<T>(url, { as: reader }));
const send = <T>(url: string, body: object) => shop.call<T>(url, { as: reader, body });
const listed = async () => (await ask<OutputOf<typeof listFavorites>>('/api/favorite/list')).items;

test('a removed collection stays in the list of favorites without its card, and can only be removed', async () => {
  const { id } = granted(
    await shop.call<{ id: string }>('/api/admin/collection/save', {
      as: editor,
      body: { title: '先秦', visible: true, items: [{ bookId: bookOf('论语选读') }] },
    }),
  );
  expect((await send('/api/collection/favorite', { id })).payload).toEqual({ isFavorite: true });
  expect(await listed()).toMatchObject([{ targetId: id, collection: { title: '先秦', bookCount: 1 } }]);
  granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id } }));
  expect((await listed())[0]).not.toHaveProperty('collection');
  expect((await send('/api/collection/favorite', { id })).payload).toEqual({ isFavorite: false });
  expect((await send('/api/collection/favorite', { id })).code).toBe('catalog.collectionNotFound');
});
