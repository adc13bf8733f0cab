/** Tests that the catalog in memory equals the database and never returns stale data. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import type { CatalogOrder } from '../store.ts';
import { type CatalogSnapshot, openCatalog } from './catalog-snapshot.ts';
import { readChangedBooks, readRevision } from './listed-book-store.ts';

let database: TestDatabase;
const DAY_MS = 86_400_000;

const addBook = async (title: string, facts: Record<string, unknown> = {}): Promise<string> => {
  const [id, version] = [newId(Date.now()), newId(Date.now())];
  const { db } = database;
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into book (id, title, created_at, updated_at) values ($1, $2, 0, 0)', [id, title]);
    await client.query(
      `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at, released_at)
       values ($1, $2, 1, 'released', $1, 'a.epub', '{}', '{}', 0, 0, 0, 0)`,
      [version, id],
    );
    const all = { shelf_state: 'published', published_at: DAY_MS, current_version_id: version, ...facts };
    for (const [column, value] of Object.entries(all)) await client.query(`update book set ${column} = $1 where id = $2`, [value, id]);
    await client.query('commit');
  } finally {
    client.release();
  }
  return id;
};

const open = (): Promise<CatalogSnapshot> => openCatalog(database.db.orm);
/** Returns the titles of all books in this sort order, read page by page. */
const listAllTitles = async (order: CatalogOrder, filter = {}): Promise<string[]> => {
  const titles: string[] = [];
  for (let after: readonly (string | number)[] | undefined; ; ) {
    const page = await (await open()).page({ filter, order, after, limit: 2 });
    titles.push(...page.books.map(({ title }) => title));
    after = page.next;
    if (after === undefined) return titles;
  }
};

beforeAll(async () => {
  database = await createTestDatabase();
  await addBook('张三诗选', { published_at: 5 * DAY_MS, category_ids: ['literature'], language: 'zh-TW' });
  await addBook('安徽方言', {
    published_at: 3 * DAY_MS,
    category_ids: ['literature', 'education'],
    language: 'zh_CN',
    access_model: 'paid',
  });
  await addBook('测量学', { published_at: 4 * DAY_MS, category_ids: ['science'], publisher: '北岭', published_year: 2024 });
  await addBook('Java 入门', { published_at: 4 * DAY_MS, category_ids: ['engineering'], publisher: '北岭', media: ['video'] });
  await addBook('未上架', { shelf_state: 'draft' });
});
afterAll(() => database.drop());

test('each order lists all books once, with titles sorted by pinyin', async () => {
  const newest = await listAllTitles('newest');
  expect([newest[0], newest.at(-1)]).toEqual(['张三诗选', '安徽方言']);
  expect(new Set(newest).size).toBe(4);
  const { rows } = await database.db.pool.query<{ title: string }>(
    `select title from book where shelf_state = 'published' order by title collate "zh-x-icu", id`,
  );
  expect(await listAllTitles('title')).toEqual(rows.map(({ title }) => title));
});

test('each facet is counted under the other filters', async () => {
  const facets = await (await open()).facets({ category: 'literature', language: 'zh-Hans' });
  expect(facets.categories.map(({ id, count }) => [id, count])).toEqual([
    ['education', 1],
    ['literature', 1],
  ]);
  expect(facets.languages).toEqual([
    { value: 'zh', count: 1 },
    { value: 'zh-Hant', count: 1 },
  ]);
  expect(facets.access).toEqual([{ value: 'paid', count: 1 }]);
  expect((await (await open()).facets({})).publishers).toEqual([{ value: '北岭', count: 2 }]);
});

test('a change is visible as soon as it is committed, and not before', async () => {
  expect(await (await open()).count({ access: 'paid' })).toBe(1);
  const client = await database.db.pool.connect();
  try {
    await client.query('begin');
    await client.query("update book set access_model = 'paid' where title = '测量学'");
    expect(await (await open()).count({ access: 'paid' })).toBe(1);
    await client.query('commit');
    expect(await (await open()).count({ access: 'paid' })).toBe(2);
    await client.query("update book set access_model = 'free' where title = '测量学'");
    expect(await (await open()).count({ access: 'paid' })).toBe(1);
  } finally {
    client.release();
  }
});

test('popular books are sorted first at once, and a category counts the books of its subcategories', async () => {
  expect((await listAllTitles('weighed'))[0]).toBe('张三诗选');
  await database.db.pool.query(
    "insert into book_popularity (book_id, readers, favorites, score, counted_at) select id, 9, 0, 9, 0 from book where title = '安徽方言'",
  );
  expect((await listAllTitles('weighed'))[0]).toBe('安徽方言');
  expect(await listAllTitles('hot', { isPopular: true })).toEqual(['安徽方言']);
  await database.db.pool.query("insert into category (id, parent_id, name, position) values ('poetry', 'literature', '诗歌', 1)");
  await database.db.pool.query("update book set category_ids = '{poetry}' where title = '张三诗选'");
  const opened = await open();
  expect(await opened.count({ category: 'literature' })).toBe(2);
  expect(await opened.count({ category: 'poetry' })).toBe(1);
});

test('an older edition is sorted right after a newer one, except by rating and by title', async () => {
  const work = { work_id: 'w' };
  const old = await addBook('高等数学', { ...work, edition: 2, published_at: 90 * DAY_MS, category_ids: ['agriculture'] });
  await addBook('高等数学', { ...work, edition: 3, published_at: 80 * DAY_MS, category_ids: ['agriculture'] });
  await addBook('线性代数', { published_at: 85 * DAY_MS, category_ids: ['agriculture'] });
  await database.db.pool.query('insert into book_popularity (book_id, readers, favorites, score, counted_at) values ($1, 50, 0, 50, 0)', [
    old,
  ]);
  await database.db.pool.query('insert into book_rating_sum (book_id, score) values ($1, 4.5)', [old]);
  const listEditions = async (order: CatalogOrder): Promise<string[]> => {
    const labels: string[] = [];
    for (let after: readonly (string | number)[] | undefined; ; ) {
      const page = await (await open()).page({ filter: { category: 'agriculture' }, order, after, limit: 1 });
      labels.push(...page.books.map(({ title, edition }) => `${title} ${edition}`));
      after = page.next;
      if (after === undefined) return labels;
    }
  };
  expect(await listEditions('newest')).toEqual(['线性代数 1', '高等数学 3', '高等数学 2']);
  expect(await listEditions('weighed')).toEqual(['线性代数 1', '高等数学 3', '高等数学 2']);
  expect(await listEditions('hot')).toEqual(['线性代数 1', '高等数学 3', '高等数学 2']);
  expect(await listEditions('rating')).toEqual(['高等数学 2', '线性代数 1', '高等数学 3']);
  expect(await listEditions('title')).toEqual(['高等数学 3', '高等数学 2', '线性代数 1']);
  // Once no newer edition is published, the book is sorted by its own date.
  await database.db.pool.query("update book set shelf_state = 'offShelf' where work_id = 'w' and edition = 3");
  expect(await listEditions('newest')).toEqual(['高等数学 2', '线性代数 1']);
});

test('levels are counted from primary school upwards, and the tree of each category is returned', async () => {
  await addBook('三年级数学', { level: 'primary', category_ids: ['school-3-maths'] });
  await addBook('钳工工艺', { level: 'secondaryVoc', category_ids: ['voc-manufacturing'] });
  const opened = await open();
  const { levels, categories } = await opened.facets({ level: 'primary' });
  expect(levels).toEqual([
    { value: 'primary', count: 1 },
    { value: 'secondaryVoc', count: 1 },
  ]);
  expect(categories).toEqual([
    { id: 'school-primary', kind: 'school', name: '小学', count: 1 },
    { id: 'school-3', parentId: 'school-primary', kind: 'school', name: '三年级', count: 1 },
    { id: 'school-3-maths', parentId: 'school-3', kind: 'school', name: '数学', count: 1 },
  ]);
  // A chosen category is returned with its ancestors, even if they have no books.
  const none = await opened.facets({ level: 'secondaryVoc', category: 'school-3-maths' });
  expect(none.categories.map(({ id, count }) => [id, count])).toEqual([
    ['voc-manufacturing', 1],
    ['school-primary', 0],
    ['school-3', 0],
    ['school-3-maths', 0],
  ]);
  const [book] = (await opened.page({ filter: { level: 'primary' }, order: 'newest', limit: 1 })).books;
  expect(book?.categoryNames).toEqual(['三年级数学']);
});

test('the next page continues after a book that has left the list', async () => {
  const titles = await listAllTitles('title');
  const [first = '', second = ''] = titles;
  const { rows } = await database.db.pool.query<{ id: string }>('select id from book where title = $1', [first]);
  const id = rows[0]?.id ?? '';
  await database.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [id]);
  const page = await (await open()).page({ filter: {}, order: 'title', after: [first, -1, id], limit: 1 });
  expect(page.books.map(({ title }) => title)).toEqual([second]);
});

/** Returns the content of all lists in every sort order, with the facets. */
const shownBy = async (catalog: CatalogSnapshot): Promise<unknown> => {
  const orders = ['newest', 'weighed', 'title', 'hot', 'rating'] as const;
  const pages = await Promise.all(orders.map((order) => catalog.page({ filter: {}, order, limit: 100 })));
  return {
    pages: pages.map(({ books }) => books),
    facets: await catalog.facets({}),
    count: await catalog.count({ category: 'literature' }),
  };
};

test('reading only the changed books gives the same catalog as reading all books', async () => {
  const change = (text: string, values: unknown[] = []) => database.db.pool.query(text, values);
  const id = await addBook('变化之书', { published_at: 6 * DAY_MS, category_ids: ['literature'], access_model: 'paid', price_fen: 100 });
  const changes: (() => Promise<unknown>)[] = [
    () => change('update book set price_fen = 200 where id = $1', [id]),
    () => change("update book set title = '阿变' where id = $1", [id]),
    () => change("update book set publisher = '北岭', category_ids = '{poetry,science}' where id = $1", [id]),
    () => change('insert into book_popularity (book_id, readers, favorites, score, counted_at) values ($1, 40, 0, 40, 0)', [id]),
    () => change('insert into book_rating_sum (book_id, count, stars, score) values ($1, 0, 0, 0)', [id]),
    () => change('update book_rating_sum set count = 1, stars = 5, score = 4000 where book_id = $1', [id]),
    () => change("update book set shelf_state = 'offShelf' where id = $1", [id]),
    () => change("update book set shelf_state = 'published', published_at = 1 where id = $1", [id]),
    () => change("update category set name = '诗' where id = 'poetry'"),
    () => change("update book set work_id = 'changing-work', edition = 2 where id = $1", [id]),
    () => change("update book set work_id = 'changing-work', edition = 1, published_at = $1 where title = '测量学'", [7 * DAY_MS]),
    () => change("update book set shelf_state = 'offShelf' where id = $1", [id]),
    () => change("update book set shelf_state = 'published' where id = $1", [id]),
    () => change('delete from book_popularity where book_id = $1', [id]),
    () => addBook('后来之书', { language: 'zh-TW' }),
    () =>
      change("begin; update book set current_version_id = null where id = '" + id + "'; delete from book where id = '" + id + "'; commit"),
  ];
  for (const [index, make] of changes.entries()) {
    const before = await readRevision(database.db.orm);
    await make();
    const changed = await readChangedBooks(database.db.orm, before, 10);
    const another = await openDatabase(database.url);
    try {
      expect(await shownBy(await open()), `change ${index}`).toEqual(await shownBy(await openCatalog(another.orm)));
    } finally {
      await another.close();
    }
    // A changed category is reported without books; a new rating summary without ratings is not reported as a change.
    expect(changed?.ids.length, `change ${index}`).toBe(index === 8 || index === 4 ? 0 : 1);
    expect(changed?.hasNewCategories, `change ${index}`).toBe(index === 8);
  }
});

test('the changes of two concurrent transactions are reported, the later one last', async () => {
  const [first, second] = [await database.db.pool.connect(), await database.db.pool.connect()];
  const start = await readRevision(database.db.orm);
  const ask = async () => (await readChangedBooks(database.db.orm, start, 10))?.ids.length;
  try {
    await first.query('begin');
    await second.query('begin');
    await first.query("update book set price_fen = 700 where title = '测量学'");
    await second.query("update book set price_fen = 800 where title = 'Java 入门'");
    expect(await ask()).toBe(0);
    await second.query('commit');
    expect(await ask()).toBe(1);
    await first.query('commit');
    expect(await ask()).toBe(2);
    expect(await readRevision(database.db.orm)).toBe(start + 2);
  } finally {
    first.release();
    second.release();
  }
});
