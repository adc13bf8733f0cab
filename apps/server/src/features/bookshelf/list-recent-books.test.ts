/** Tests of the list of books a user read last. */
import type { listRecentBooks, OutputOf } from '@shufang/contract';
import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { withShelfServer } from './testing/shelf-server.ts';

testAccess('listRecentBooks', 'every user');

const { bookOf, ask, send, listShelf, read } = withShelfServer();
const recent = async () =>
  (await ask<OutputOf<typeof listRecentBooks>>('/api/shelf/recent')).items.map(({ book, locator }) => [book.title, locator.title]);

test('recent books are listed last read first, and a book removed from the list returns when it is read again', async () => {
  expect(await read('论语选读')).toMatchObject({ status: 'applied' });
  await read('孟子选读');
  expect(await recent()).toEqual([
    ['孟子选读', '开篇'],
    ['论语选读', '开篇'],
  ]);
  await send('/api/shelf/set', { items: [{ bookId: bookOf('孟子选读'), leaveRecent: true }] });
  expect(await recent()).toEqual([['论语选读', '开篇']]);
  expect((await listShelf()).map(([title]) => title)).toEqual(['孟子选读', '论语选读']);
  await read('孟子选读');
  expect((await recent())[0]).toEqual(['孟子选读', '开篇']);
});
