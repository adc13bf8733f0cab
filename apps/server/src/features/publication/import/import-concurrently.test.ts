/** Imports at the same time: of one file, and of two versions of one book. The result depends on the locks of the database server. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
beforeEach(async () => {
  await database.db.pool.query('truncate book, book_version, import_job cascade');
});
const rows = async <T>(text: string): Promise<T[]> => (await database.db.pool.query(text)).rows as T[];

const importBytes = (name: string, bytes: Uint8Array, options: Parameters<typeof importFile>[2] = {}) =>
  importFile(opened.dependencies, file(name, bytes), options);

test('creates one version if a file is imported twice concurrently', async () => {
  const epub = makeEpub();
  const jobs = await Promise.all([importBytes('a.epub', epub), importBytes('b.epub', epub)]);
  expect(jobs.map((job) => job.stage)).toEqual(['done', 'done']);
  expect(jobs.map((job) => job.existing).toSorted()).toEqual([false, true]);
  expect(new Set(jobs.map((job) => job.versionId)).size).toBe(1);
  expect(
    await rows(
      'select (select count(*)::int from book) as books, (select count(*)::int from book_version) as versions, (select count(*)::int from publication_block) as blocks',
    ),
  ).toEqual([{ books: 1, versions: 1, blocks: 5 }]);
});

test('assigns different block ids in two concurrent new versions of one book', async () => {
  const { bookId = '' } = await importBytes('v1.epub', makeEpub());
  const version = (text: string) => makeEpub({ chapters: [['第一章 学而', text]] });
  const jobs = await Promise.all([
    importBytes('x.epub', version('吾日三省吾身：为人谋而不忠乎？'), { bookId }),
    importBytes('y.epub', version('巧言令色，鲜矣仁。'), { bookId }),
  ]);
  expect(jobs.map((job) => job.stage)).toEqual(['done', 'done']);
  const ids = await rows<{ block_id: string; texts: number }>(
    'select block_id, count(distinct hash)::int as texts from publication_block group by 1',
  );
  expect(ids.filter((row) => row.texts > 1)).toEqual([]);
  expect(await rows('select no from book_version order by no')).toEqual([{ no: 1 }, { no: 2 }, { no: 3 }]);
});
