import { CodedError, newId } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { importFile } from '../media/import/import-file.ts';
import { makeEpub, makeFolder } from '../media/testing/make-epub.ts';
import { openImportParts } from '../media/testing/open-import-parts.ts';
import { openCatalogue } from './catalogue.ts';
import { getCategoryTree } from './get-category-tree.ts';
import { listBookShelves, setBookShelf } from './set-book-shelf.ts';

const { folder, file, remove } = makeFolder();
let database: TestDatabase;
let opened: Awaited<ReturnType<typeof openImportParts>>;
let bookId: string;
let now = 1_000;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openImportParts(database.url, folder);
  bookId = (await importFile(opened.parts, file('analects.epub', makeEpub()))).bookId ?? '';
});
afterAll(async () => {
  await opened.close();
  await database.drop();
  remove();
});

const deps = () => ({ db: database.db, clock: { now: () => now } });
const set = (id: string, state: 'published' | 'offShelf', reason = '') =>
  setBookShelf(deps(), 'commandLine', { bookId: id, state, reason });
const publishedAt = async (): Promise<unknown> =>
  (await database.db.pool.query('select published_at from book where id = $1', [bookId])).rows[0];

describe('a book', () => {
  it('is found once it is on the shelf, and no more when it is taken off', async () => {
    expect(await (await openCatalogue(database.db.orm)).count({})).toBe(0);
    expect(await set(bookId, 'published')).toEqual({ bookId, title: '论语选读', state: 'published' });
    expect(await (await openCatalogue(database.db.orm)).count({})).toBe(1);
    expect(await set(bookId, 'offShelf', '版权到期')).toMatchObject({ state: 'offShelf' });
    expect(await (await openCatalogue(database.db.orm)).count({})).toBe(0);
  });

  it('is not taken off without a reason, and each change is in the log with its reason, once', async () => {
    now += 1;
    await set(bookId, 'published');
    await expect(set(bookId, 'offShelf')).rejects.toMatchObject({ code: 'request.invalid' });
    now += 1;
    await set(bookId, 'offShelf', '内容有误');
    now += 1;
    await set(bookId, 'offShelf', '内容有误');
    const { rows } = await database.db.pool.query('select act, before, after, reason from audit_act order by at desc limit 2');
    expect(rows).toEqual([
      { act: 'book.takeOffShelf', before: { state: 'published' }, after: { state: 'offShelf' }, reason: '内容有误' },
      { act: 'book.publish', before: { state: 'offShelf' }, after: { state: 'published' }, reason: '' },
    ]);
  });

  it('keeps the day it was first published', async () => {
    const first = await publishedAt();
    now = 2_000;
    await set(bookId, 'published');
    expect(await publishedAt()).toEqual(first);
  });

  it('nobody knows is refused, and left out of a list', async () => {
    const unknown = newId();
    await expect(set(unknown, 'published')).rejects.toEqual(new CodedError('catalog.bookNotFound'));
    expect(await listBookShelves(deps(), [unknown, bookId], undefined)).toEqual({
      items: [{ bookId, title: '论语选读', state: 'published' }],
    });
  });
});

it('the disciplines come in the order of the national catalogue, branches under their own', async () => {
  await database.db.pool.query("insert into category (id, parent_id, name, position) values ('chinese', 'literature', '中国语言文学', 1)");
  const { items } = await getCategoryTree({ db: database.db.orm });
  expect(items.slice(0, 2).map(({ name }) => name)).toEqual(['哲学', '经济学']);
  expect(items.find(({ id }) => id === 'literature')).toEqual({
    id: 'literature',
    kind: 'discipline',
    name: '文学',
    children: [{ id: 'chinese', kind: 'discipline', name: '中国语言文学', children: [] }],
  });
});
