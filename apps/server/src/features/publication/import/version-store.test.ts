import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { makeEpub, makeTemporaryFolder } from '../testing/make-epub.ts';
import { openImportDependencies } from '../testing/open-import-dependencies.ts';
import { importFile } from './import-file.ts';

const { folder, file, remove } = makeTemporaryFolder();
let database: TestDatabase;
let opened: Awaited<ReturnType<typeof openImportDependencies>>;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openImportDependencies(database.url, folder);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
  remove();
});

test('the blocks of a version are deleted with it, with its book and when all versions are', async () => {
  const { pool } = database.db;
  const importBook = async (title: string) =>
    importFile(opened.dependencies, file(`${title}.epub`, makeEpub({ chapters: [[title, '学而时习之']] })));
  const versionsWithBlocks = async () =>
    (await pool.query<{ id: string }>('select distinct version_id as id from publication_block')).rows.map(({ id }) => id).toSorted();
  const [first, second, third] = [await importBook('一'), await importBook('二'), await importBook('三')];
  expect(await versionsWithBlocks()).toEqual([first, second, third].map(({ versionId }) => versionId).toSorted());
  await pool.query('delete from book where id = $1', [first.bookId]);
  expect(await versionsWithBlocks()).toEqual([second, third].map(({ versionId }) => versionId).toSorted());
  await pool.query('update book set current_version_id = null where id = $1', [second.bookId]);
  await pool.query('delete from book_version where id = $1', [second.versionId]);
  expect(await versionsWithBlocks()).toEqual([third.versionId]);
  await pool.query('truncate book_version cascade');
  expect(await versionsWithBlocks()).toEqual([]);
});
