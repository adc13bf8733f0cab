/** Passages of a word that is everywhere: the best of the richest books first, all others behind, each once. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { indexTerms, toTsquery, toTsvectorLiteral } from '../media/text-index/index-terms.ts';
import { findBestPassages, listFurtherPassages, type PassageKey, readPassages } from './search-store.ts';

let database: TestDatabase;

const addBook = async (state: string, texts: readonly string[]): Promise<void> => {
  const [id, version] = [newId(Date.now()), newId(Date.now())];
  const client = await database.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into book (id, title, shelf_state, published_at, created_at, updated_at) values ($1, $1, $2, 1, 0, 0)', [
      id,
      state,
    ]);
    await client.query(
      `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at, released_at)
       values ($1, $2, 1, 'released', $1, 'a.epub', '{}', '{}', 0, 0, 0, 0)`,
      [version, id],
    );
    await client.query('update book set current_version_id = $1 where id = $2', [version, id]);
    for (const [position, text] of texts.entries()) {
      await client.query(
        `insert into search_passage (version_id, book_id, position, document_index, href, chapter_title, first_block, text, block_offsets)
         values ($1, $2, $3, 0, 'a.xhtml', '', 'b1', $4, '[["b1", 0]]')`,
        [version, id, position, text],
      );
      await client.query(
        'insert into passage_tokens (search_key, position, tokens) select search_key, $2, $3::tsvector from book_version where id = $1',
        [version, position, toTsvectorLiteral(indexTerms(text))],
      );
    }
    await client.query('commit');
  } finally {
    client.release();
  }
};

const query = toTsquery('我们') ?? '';
const name = ({ searchKey, position }: PassageKey): string => `${searchKey} ${position}`;

beforeAll(async () => {
  database = await createTestDatabase();
  await addBook(
    'published',
    Array.from({ length: 60 }, (_, index) => `第${index}段，我们读书。`),
  );
  await addBook('published', ['没有这个词。', ...Array.from({ length: 30 }, () => '我们写字，我们画画，我们唱歌。')]);
  await addBook('published', ['我们在最后。']);
  await addBook('offShelf', ['我们不在架上。']);
});
afterAll(() => database.drop());

test('counts them all, and ranks the first few of each book by how much they hold', async () => {
  const { best, total } = await findBestPassages(database.db.orm, query);
  expect(total).toBe(91);
  const texts = (await readPassages(database.db.orm, best)).map(({ text }) => text);
  expect(texts.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => '我们写字，我们画画，我们唱歌。'));
  expect(texts.slice(3).toSorted()).toEqual(['我们在最后。', '第0段，我们读书。', '第1段，我们读书。', '第2段，我们读书。'].toSorted());
});

test('gives the others behind them in the order of the books, each once', async () => {
  const { best, total } = await findBestPassages(database.db.orm, query);
  const all = [...best];
  for (let offset = 0; all.length < total; offset += 20) {
    const further = await listFurtherPassages(database.db.orm, { query, but: best, limit: 20, offset });
    expect(further.length).toBeGreaterThan(0);
    all.push(...further);
  }
  expect(all).toHaveLength(total);
  expect(new Set(all.map(name)).size).toBe(total);
  const [next] = await readPassages(database.db.orm, all.slice(best.length, best.length + 1));
  expect(next?.text).toBe('第3段，我们读书。');
});

test('ranks every one where there are few', async () => {
  const few = toTsquery('最后') ?? '';
  const { best, total } = await findBestPassages(database.db.orm, few);
  expect([best.length, total]).toEqual([1, 1]);
  expect((await findBestPassages(database.db.orm, toTsquery('架上') ?? '')).total).toBe(0);
});
