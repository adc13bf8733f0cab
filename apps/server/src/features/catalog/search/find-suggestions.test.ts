/** Tests of suggestions in a large library, with small numbers of newest books. */
import { makeId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { indexTerms, toFieldsLiteral } from '../../publication/text-index/index-terms.ts';
import { openCatalog } from '../lists/catalog-snapshot.ts';
import { bookQuery } from './book-query.ts';
import { findSuggestions } from './find-suggestions.ts';

let database: TestDatabase;
const idOf = (number: number): string => makeId(number * 1_000, new Uint8Array(16));

/** From the oldest to the newest: four old books, and three of the four newest ones with the same word in their titles. */
const TITLES = ['数据结构', '数据结构习题', '线性代数', '数据库', '数据挖掘', '数据分析', '概率论', '数据可视化'];

const addBook = async (number: number, title: string): Promise<void> => {
  const id = idOf(number);
  const client = await database.db.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      "insert into book (id, title, shelf_state, published_at, created_at, updated_at) values ($1, $2, 'published', $3, 0, 0)",
      [id, title, number],
    );
    await client.query(
      `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at, released_at)
       values ('v' || $1, $1, 1, 'released', $1, 'a.epub', '{}', '{}', 0, 0, 0, 0)`,
      [id],
    );
    await client.query("update book set current_version_id = 'v' || id where id = $1", [id]);
    const tokens = toFieldsLiteral([{ terms: indexTerms(title), weight: 'A' }]);
    await client.query('insert into book_search (book_id, tokens) values ($1, $2::tsvector)', [id, tokens]);
    await client.query('commit');
  } finally {
    client.release();
  }
};

beforeAll(async () => {
  database = await createTestDatabase();
  for (const [number, title] of TITLES.entries()) await addBook(number, title);
});
afterAll(() => database.drop());

const suggest = async (typed: string, limit: number, newestBooks: readonly number[]): Promise<string[]> => {
  const { orm } = database.db;
  const found = await findSuggestions(orm, await openCatalog(orm), bookQuery(typed), { limit, newestBooks });
  return found.map((id) => TITLES[TITLES.findIndex((_title, number) => idOf(number) === id)] ?? '');
};

test('suggestions are the newest books if enough of them match, and the same as without the restriction', async () => {
  expect((await openCatalog(database.db.orm)).idBeforeNewest(4)).toBe(idOf(3));
  expect(await suggest('数据', 3, [4])).toEqual(['数据可视化', '数据分析', '数据挖掘']);
  expect(await suggest('数据', 3, [])).toEqual(['数据可视化', '数据分析', '数据挖掘']);
});

test('all books are searched if too few of the newest ones match', async () => {
  expect(await suggest('数据', 4, [4])).toEqual(['数据可视化', '数据分析', '数据挖掘', '数据库']);
  expect(await suggest('数据结构', 1, [2, 4])).toEqual(['数据结构习题']);
});

test('a library with less than twice as many books is searched completely', async () => {
  expect((await openCatalog(database.db.orm)).idBeforeNewest(5)).toBeUndefined();
  expect(await suggest('线性', 8, [5])).toEqual(['线性代数']);
});
