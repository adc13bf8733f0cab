/** Tests of the passages of a frequent term: the best of the books with most matches first, then all others, each once. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { indexTerms, toPassageLiterals, toTsquery } from '../../publication/text-index/index-terms.ts';
import { openCatalog } from '../lists/catalog-snapshot.ts';
import { findMatches, type Matches } from './find-matches.ts';
import type { MatchingPassage } from './search-store.ts';

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
        [version, position, toPassageLiterals(indexTerms(text)).tokens],
      );
      await client.query(
        'insert into passage_repeats (search_key, position, tokens) select search_key, $2, $3::tsvector from book_version where id = $1',
        [version, position, toPassageLiterals(indexTerms(text)).repeats],
      );
    }
    await client.query('commit');
  } finally {
    client.release();
  }
};

const search = async (query: string): Promise<Matches> =>
  findMatches(
    database.db.orm,
    await openCatalog(database.db.orm),
    { books: undefined, isbn: undefined, pinyin: undefined, text: toTsquery(query) },
    query,
  );
const name = ({ versionId, position }: MatchingPassage): string => `${versionId} ${position}`;

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

test('all passages are counted, and the first few of each book are ranked by number of matches', async () => {
  const found = await search('我们');
  expect(found.bodyTotal).toBe(91);
  const texts = (await found.passages({ offset: 0, limit: 7 })).map(({ text }) => text);
  expect(texts.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => '我们写字，我们画画，我们唱歌。'));
  expect(texts.slice(3)).toEqual(['第0段，我们读书。', '第1段，我们读书。', '第2段，我们读书。', '我们在最后。']);
});

test('the other passages are listed in the order of books, each once, whichever page is requested first', async () => {
  const found = await search('我们');
  const third = await found.passages({ offset: 40, limit: 20 });
  const all: MatchingPassage[] = [];
  for (let offset = 0; all.length < found.bodyTotal; offset += 20) {
    const page = await found.passages({ offset, limit: 20 });
    expect(page.length).toBeGreaterThan(0);
    all.push(...page);
  }
  expect(all).toHaveLength(found.bodyTotal);
  expect(new Set(all.map(name)).size).toBe(found.bodyTotal);
  expect(all[7]?.text).toBe('第3段，我们读书。');
  expect(all.slice(40, 60).map(name)).toEqual(third.map(name));
  expect(await found.passages({ offset: 91, limit: 20 })).toEqual([]);
});

test('all passages are ranked if there are few', async () => {
  const found = await search('最后');
  expect([found.bodyTotal, (await found.passages({ offset: 0, limit: 20 })).length]).toEqual([1, 1]);
  expect((await search('架上')).bodyTotal).toBe(0);
});

test('ranks by repeated lexemes equal the ranks by all lexemes', async () => {
  const { rows } = await database.db.pool.query<{ same: boolean }>(
    `select array_agg(t.position order by ts_rank(t.tokens, $1::tsquery) desc, t.search_key, t.position)
       = array_agg(t.position order by coalesce(ts_rank(r.tokens, $1::tsquery), 0) desc, t.search_key, t.position) as same
     from passage_tokens t left join passage_repeats r using (search_key, position) where t.tokens @@ $1::tsquery`,
    [toTsquery('我们')],
  );
  expect(rows[0]?.same).toBe(true);
});

test('a phrase is ranked by its own occurrences', async () => {
  const found = await search('我们唱歌');
  expect(found.bodyTotal).toBe(30);
  expect((await found.passages({ offset: 0, limit: 1 }))[0]?.text).toBe('我们写字，我们画画，我们唱歌。');
});

test('an unpublished book is not found, and it is found again when it is published', async () => {
  const shelve = (state: string) =>
    database.db.pool.query("update book set shelf_state = $1 where id = (select book_id from search_passage where text = '我们在最后。')", [
      state,
    ]);
  await shelve('offShelf');
  expect((await search('最后')).bodyTotal).toBe(0);
  await shelve('published');
  expect((await search('最后')).bodyTotal).toBe(1);
});
