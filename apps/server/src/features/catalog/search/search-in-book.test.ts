/** Tests of the search inside one book. */
import { newId, type OutputOf, type searchInBook } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer } from '../../../testing/test-server.ts';

testAccess('searchInBook', 'everyone');

let shop: TestServer;
let free: string;
let paid: string;
beforeAll(async () => {
  shop = await openTestServer();
  free = await shop.book(
    {
      ...aBookNamed('线性代数'),
      chapters: [
        ['开篇', '矩阵的特征值。'.repeat(3)],
        ['续篇', '矩阵的秩。'],
      ],
    },
    { publish: true },
  );
  paid = await shop.book(
    {
      ...aBookNamed('泛函分析'),
      chapters: [
        ['开篇', '算子的谱。'],
        ['续篇', '算子的范数。'.repeat(2)],
      ],
    },
    { publish: true, accessModel: 'paid', priceFen: 900, trialChapters: 1 },
  );
});
afterAll(() => shop?.close());

const search = (bookId: string, q: string, more = '') =>
  shop.call<OutputOf<typeof searchInBook>>(`/api/search/inBook?bookId=${bookId}&q=${encodeURIComponent(q)}${more}`);

test('hits are in reading order and in pages, with the text around them', async () => {
  const first = granted(await search(free, '矩阵', '&limit=3'));
  expect(first.total).toBe(4);
  expect(first.hits.map(({ text }) => text?.highlight)).toEqual(['矩阵', '矩阵', '矩阵']);
  const second = granted(await search(free, '矩阵', `&limit=3&cursor=${first.next}`));
  expect(second.hits).toHaveLength(1);
  expect(second.hits[0]).toMatchObject({ title: '续篇', text: { highlight: '矩阵', after: expect.stringContaining('的秩') as string } });
  expect(second.next).toBeUndefined();
});

test('hits in locked chapters are counted by chapter and not located', async () => {
  const { hits, total, locked } = granted(await search(paid, '算子'));
  expect([hits.length, total]).toEqual([1, 3]);
  expect(locked).toMatchObject({ hits: 2, chapters: [{ title: '续篇', hits: 2 }] });
});

test('an unknown book is not found, a book without a right is locked, and an invalid cursor is rejected', async () => {
  expect((await search(newId(), '矩阵')).code).toBe('catalog.bookNotFound');
  const institutionOnly = await shop.book(aBookNamed('庄子选读'), { publish: true, accessModel: 'institutionOnly', trialChapters: 0 });
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [institutionOnly]);
  expect((await search(institutionOnly, '庄子')).code).toBe('entitlement.notEntitled');
  expect((await search(free, '矩阵', '&cursor=x')).code).toBe('request.invalid');
});

test('a book whose text is still being indexed, or could not be, says so', async () => {
  const bookId = await shop.book({ ...aBookNamed('数值分析'), chapters: [['开篇', '龙格现象。']] }, { publish: true });
  const { pool } = shop.platform.db;
  await pool.query('delete from passage_tokens t using book_version v where v.search_key = t.search_key and v.book_id = $1', [bookId]);
  expect(granted(await search(bookId, '龙格'))).toMatchObject({ total: 0 });
  expect(granted(await search(bookId, '龙格')).isIndexing).toBeUndefined();
  await pool.query('update book_version set text_indexed = false where book_id = $1', [bookId]);
  expect(granted(await search(bookId, '龙格'))).toEqual({ hits: [], total: 0, isIndexing: true });
  await pool.query('update book_version set index_failed = true where book_id = $1', [bookId]);
  expect(granted(await search(bookId, '龙格'))).toEqual({ hits: [], total: 0, isUnsearchable: true });
});
