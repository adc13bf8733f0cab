/** Tests of the list of favorites. */
import type { listFavorites, OutputOf } from '@shufang/contract';
import { expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { withShelfServer } from './testing/shelf-server.ts';

testAccess('listFavorites', 'every user');

const { shop, bookOf, ask, send } = withShelfServer();
const listed = async () => (await ask<OutputOf<typeof listFavorites>>('/api/favorite/list')).items;

test('a removed collection stays in the list of favorites without its card, and can only be removed', async () => {
  const editor = await shop().user('13966660000', 'editor');
  const { id } = granted(
    await shop().call<{ id: string }>('/api/admin/collection/save', {
      as: editor,
      body: { title: '先秦', visible: true, items: [{ bookId: bookOf('论语选读') }] },
    }),
  );
  expect((await send('/api/collection/favorite', { id })).payload).toEqual({ isFavorite: true });
  expect(await listed()).toMatchObject([{ targetId: id, collection: { title: '先秦', bookCount: 1 } }]);
  granted(await shop().call('/api/admin/collection/remove', { as: editor, body: { id } }));
  expect((await listed())[0]).not.toHaveProperty('collection');
  expect((await send('/api/collection/favorite', { id })).payload).toEqual({ isFavorite: false });
  expect((await send('/api/collection/favorite', { id })).code).toBe('catalog.collectionNotFound');
});
