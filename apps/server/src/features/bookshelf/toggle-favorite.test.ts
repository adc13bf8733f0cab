/** Tests of toggling a favorite. */
import { type listFavorites, newId, type OutputOf } from '@shufang/contract';
import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { withShelfServer } from './testing/shelf-server.ts';

testAccess('toggleFavorite', 'every user');
testIdempotency('toggleFavorite', async ({ aUser, bookId }) => ({ as: await aUser(), body: { targetType: 'book', targetId: bookId } }));

const { bookOf, ask, send, pull } = withShelfServer();
const listed = async () => (await ask<OutputOf<typeof listFavorites>>('/api/favorite/list')).items;

test('a favorite is added and removed by one operation, stores the price at that time, and is synced to other devices', async () => {
  const toggle = (body: object) => send<{ isFavorite: boolean }>('/api/favorite/toggle', body);
  const book = { targetType: 'book', targetId: bookOf('庄子选读') };
  expect(await toggle(book)).toMatchObject({ message: '已收藏', payload: { isFavorite: true } });
  expect(await listed()).toMatchObject([{ ...book, priceFen: 3_000, book: { book: { title: '庄子选读' } } }]);
  expect((await toggle({ ...book, on: true })).payload).toEqual({ isFavorite: true });
  expect(await toggle(book)).toMatchObject({ message: '已取消收藏', payload: { isFavorite: false } });
  expect(await listed()).toEqual([]);
  expect((await pull()).map(({ entity, entityId }) => [entity, entityId])).toEqual([['favorite', `book:${book.targetId}`]]);
  expect((await toggle({ targetType: 'book', targetId: newId() })).code).toBe('catalog.bookNotFound');
});
