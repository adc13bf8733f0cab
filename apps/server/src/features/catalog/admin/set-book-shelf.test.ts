/** Tests of publishing and unpublishing a book, on a database. */
import { CodedError, newId } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { importFile } from '../../publication/import/import-file.ts';
import { makeEpub, makeTemporaryFolder } from '../../publication/testing/make-epub.ts';
import { openImportDependencies } from '../../publication/testing/open-import-dependencies.ts';
import { openCatalog } from '../lists/catalog-snapshot.ts';
import { setBookShelfAs } from './set-book-shelf.ts';

testAccess('setBookShelf', ['editor', 'admin'], 'bookId:book');
testIdempotency('setBookShelf', async ({ aUser, aBook }) => ({
  as: await aUser('editor'),
  body: { bookId: await aBook(), state: 'offShelf', reason: '修订' },
}));

const { folder, file, remove } = makeTemporaryFolder();
let database: TestDatabase;
let opened: Awaited<ReturnType<typeof openImportDependencies>>;
let bookId: string;
let now = 1_000;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openImportDependencies(database.url, folder);
  bookId = (await importFile(opened.dependencies, file('analects.epub', makeEpub()))).bookId ?? '';
});
afterAll(async () => {
  await opened.close();
  await database.drop();
  remove();
});

const deps = () => ({ db: database.db, clock: { now: () => now } });
const set = (id: string, state: 'published' | 'offShelf', reason = '') =>
  setBookShelfAs(deps(), 'commandLine', { bookId: id, state, reason });
const publishedAt = async (): Promise<unknown> =>
  (await database.db.pool.query('select published_at from book where id = $1', [bookId])).rows[0];

describe('publishing a book', () => {
  it('a published book is found, and an unpublished one is not', async () => {
    expect(await (await openCatalog(database.db.orm)).count({})).toBe(0);
    expect(await set(bookId, 'published')).toEqual({ bookId, title: '论语选读', authors: '孔子弟子', state: 'published' });
    expect(await (await openCatalog(database.db.orm)).count({})).toBe(1);
    expect(await set(bookId, 'offShelf', '版权到期')).toMatchObject({ state: 'offShelf' });
    expect(await (await openCatalog(database.db.orm)).count({})).toBe(0);
  });

  it('unpublishing requires a reason, and each change is in the audit log once with its reason', async () => {
    now += 1;
    await set(bookId, 'published');
    await expect(set(bookId, 'offShelf')).rejects.toMatchObject({ code: 'request.invalid' });
    now += 1;
    await set(bookId, 'offShelf', '内容有误');
    now += 1;
    await set(bookId, 'offShelf', '内容有误');
    const { rows } = await database.db.pool.query('select action, before, after, reason from audit_event order by at desc limit 2');
    expect(rows).toEqual([
      { action: 'book.takeOffShelf', before: { state: 'published' }, after: { state: 'offShelf' }, reason: '内容有误' },
      { action: 'book.publish', before: { state: 'offShelf' }, after: { state: 'published' }, reason: '' },
    ]);
  });

  it('publishing again keeps the date of first publication', async () => {
    const first = await publishedAt();
    now = 2_000;
    await set(bookId, 'published');
    expect(await publishedAt()).toEqual(first);
  });

  it('an unknown book is refused', async () => {
    await expect(set(newId(), 'published')).rejects.toEqual(new CodedError('catalog.bookNotFound'));
  });
});
