/** Tests of the shelf of a user. */
import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { grantBook } from '../entitlement/grant-book.ts';
import { withShelfServer } from './testing/shelf-server.ts';

testAccess('getShelf', 'every user');

const { shop, reader, bookOf, send, shelf, listShelf, read } = withShelfServer();

test('the shelf holds added and owned books until they are removed, pinned ones first', async () => {
  expect(await shelf()).toEqual({ items: [], groups: [] });
  await send('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), onShelf: true }] });
  await grantBook(shop().platform.db.orm, shop().platform.clock, { userId: reader().id, bookId: bookOf('庄子选读') });
  shop().platform.advanceClock?.(1_000);
  await send('/api/shelf/set', { items: [{ bookId: bookOf('孟子选读'), onShelf: true }] });
  await send('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), pinned: true }] });
  expect((await listShelf()).map(([title]) => title)).toEqual(['论语选读', '孟子选读', '庄子选读']);
  await send('/api/shelf/set', {
    items: [
      { bookId: bookOf('论语选读'), onShelf: false },
      { bookId: bookOf('庄子选读'), hidden: true },
    ],
  });
  expect((await listShelf()).map(([title, item]) => [title, item.hidden ?? false])).toEqual([
    ['孟子选读', false],
    ['庄子选读', true],
  ]);
});

test('a free book is on the shelf once it was opened, until it is removed; a paid one is not', async () => {
  for (const title of ['论语选读', '庄子选读']) await read(title);
  expect((await listShelf()).map(([title]) => title)).toEqual(['论语选读']);
  await send('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), onShelf: false }] });
  expect(await listShelf()).toEqual([]);
});
