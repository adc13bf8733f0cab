/** Compares the catalog with an oracle that knows no columns and no caches, for arbitrary books, changes and queries. */
import { makeId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import type { CatalogFilter, CatalogOrder } from '../store.ts';
import { readBruteForceCatalog } from '../testing/brute-force-catalog.ts';
import { type CatalogSnapshot, openCatalog } from './catalog-snapshot.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DAY_MS = 86_400_000;
const BOOKS = 150;
const STEPS = 8;
const QUERIES = 10;

let state = Number(process.env['PROPERTY_SEED'] ?? 1) >>> 0;
/** Returns a pseudo-random integer below `below` (xorshift). */
const random = (below: number): number => {
  state = (state ^ (state << 13)) >>> 0 || 1;
  state = (state ^ (state >>> 17)) >>> 0;
  state = (state ^ (state << 5)) >>> 0;
  return state % below;
};
const pick = <T>(...values: T[]): T => values[random(values.length)] as T;
const maybe = <T>(value: () => T): T | undefined => (random(3) === 0 ? value() : undefined);

const CATEGORIES = ['literature', 'science', 'school-3-maths', 'school-3', 'voc-media'];

/** Returns a ULID, often one that is older than all others, and sometimes an id that is not a ULID. */
const randomId = (number: number): string =>
  random(12) === 0
    ? `Other book ${number}`
    : makeId(
        random(5) * 1_000,
        Uint8Array.from({ length: 16 }, () => random(256)),
      );

const randomFields = (): Record<string, unknown> => ({
  title: pick('测量学', '安徽方言', 'Java 入门', '张三诗选', '高等数学', '阿变'),
  published_at: random(6) * DAY_MS,
  language: pick('zh-CN', 'zh-TW', 'zh_Hant', 'en', 'EN-us', null),
  publisher: pick('北岭', '江南', '', null),
  category_ids: Array.from({ length: random(3) }, () => pick(...CATEGORIES)),
  access_model: pick('free', 'paid', 'codeOnly', 'institutionOnly'),
  level: pick('primary', 'undergrad', null),
  published_year: pick(1999, 2024, null),
  media: pick([], ['video'], ['audio', 'quiz']),
  plan_tag: pick('规划教材', null),
  plan_proof: '目录',
  shelf_state: pick('published', 'published', 'published', 'offShelf', 'draft'),
});

const ids: string[] = [];
const query = (text: string, values: unknown[] = []) => database.db.pool.query(text, values);

const addBook = async (): Promise<void> => {
  const [id, version] = [randomId(ids.length), `version ${ids.length}`];
  const client = await database.db.pool.connect();
  try {
    await client.query('begin');
    await client.query("insert into book (id, title, created_at, updated_at) values ($1, '', 0, 0)", [id]);
    await client.query(
      `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at, released_at)
       values ($1, $2, 1, 'released', $1, 'a.epub', '{}', '{}', 0, 0, 0, 0)`,
      [version, id],
    );
    await client.query('update book set current_version_id = $1 where id = $2', [version, id]);
    await client.query('commit');
  } finally {
    client.release();
  }
  ids.push(id);
};

const changeBook = async (): Promise<void> => {
  const id = ids[random(ids.length)] ?? '';
  const fields = Object.entries(randomFields());
  const assignments = fields.map(([column], index) => `${column} = $${index + 2}`).join(', ');
  await query(`update book set ${assignments} where id = $1`, [id, ...fields.map(([, value]) => value)]);
};

const changes: (() => Promise<unknown>)[] = [
  addBook,
  changeBook,
  changeBook,
  () =>
    query('update book set work_id = $2, edition = $3 where id = $1', [
      ids[random(ids.length)],
      `work ${random(20)}`,
      1 + random(50),
    ]).catch(ignoreTaken),
  () => query('update book set work_id = null, edition = 1 where id = $1', [ids[random(ids.length)]]),
  () =>
    query(
      `insert into book_popularity (book_id, readers, favorites, score, counted_at) values ($1, 0, 0, $2, 0)
       on conflict (book_id) do update set score = excluded.score`,
      [ids[random(ids.length)], pick(0, 1, 3, 300, 70_000)],
    ),
  () => query('delete from book_popularity where book_id = $1', [ids[random(ids.length)]]),
  () =>
    query(
      `insert into book_rating_sum (book_id, count, stars, score) values ($1, 0, 0, 0) on conflict (book_id) do update set score = $2`,
      [ids[random(ids.length)], random(5_000)],
    ),
  () => query('update category set name = name || 1 where id = $1', [pick(...CATEGORIES)]),
  () => query('update category set parent_id = $1 where id = $2', [pick('science', null), 'voc-media']),
];

/** A work has each edition once; the database refuses a second one, which changes nothing. */
const ignoreTaken = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error;
};

const randomFilter = (): CatalogFilter => ({
  category: maybe(() => pick(...CATEGORIES, 'school-primary', 'unknown')),
  level: maybe(() => pick('primary', 'undergrad', 'postgrad')),
  access: maybe(() => pick('free', 'paid')),
  language: maybe(() => pick('zh', 'zh-Hant', 'en', 'de')),
  publisher: maybe(() => pick('北岭', '', '没有')),
  plan: maybe(() => pick<string | true>(true, '规划教材', '没有')),
  media: maybe(() => pick('video', 'quiz')),
  year: maybe(() => pick(1999, 2000)),
  isPopular: random(8) === 0,
  licensed: random(8) === 0 ? { bookIds: pick(undefined, ids.slice(0, 40)) } : undefined,
});

/** Returns the ids of all pages. Complete rows are not compared here; they come from the database. */
const listAll = async (catalog: CatalogSnapshot, filter: CatalogFilter, order: CatalogOrder, limit: number): Promise<string[]> => {
  const found: string[] = [];
  for (let after: readonly (string | number)[] | undefined; ; ) {
    const page = await catalog.page({ filter, order, after, limit });
    found.push(...page.books.map(({ id }) => id));
    after = page.next;
    if (after === undefined) return found;
  }
};

test('lists and facets equal those of the oracle after arbitrary changes, in a process with the old catalog and in a new one', async () => {
  for (let number = 0; number < BOOKS; number++) await addBook();
  for (let number = 0; number < 2 * BOOKS; number++) await changeBook();
  const repeated = Array.from({ length: 12 }, randomFilter);
  for (let step = 0; step < STEPS; step++) {
    for (let number = 0; number < 25; number++) await changes[random(changes.length)]?.();
    const another = await openDatabase(database.url);
    try {
      const oracle = await readBruteForceCatalog(database.db.pool);
      const catalogs = [await openCatalog(database.db.orm), await openCatalog(another.orm)];
      for (let number = 0; number < QUERIES; number++) {
        const filter = number === 0 ? {} : number < 5 ? pick(...repeated) : randomFilter();
        const order = pick('newest', 'weighed', 'title', 'hot', 'rating');
        const limit = 1 + random(60);
        for (const catalog of catalogs) {
          const description = JSON.stringify({ step, filter, order, limit });
          const expected = oracle.list(filter, order);
          expect(await listAll(catalog, filter, order, limit), description).toEqual(expected);
          expect(await catalog.count(filter), description).toBe(expected.length);
          const { categories, ...facets } = await catalog.facets(filter);
          const counts = {
            ...Object.fromEntries(
              Object.entries(facets).map(([name, values]) => [
                name,
                new Map(values.map(({ value, count }: { value: unknown; count: number }) => [String(value), count])),
              ]),
            ),
            categories: new Map(categories.filter(({ count }) => count > 0).map(({ id, count }) => [id, count])),
          };
          expect(counts, description).toEqual(oracle.facets(filter));
        }
      }
    } finally {
      await another.close();
    }
  }
});
