/** Tests of the time between the publication of an imported book and the end of its index. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { callerOf } from '../../../platform/testing/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { makeEpub, makeTemporaryFolder } from '../testing/make-epub.ts';
import { openImportDependencies } from '../testing/open-import-dependencies.ts';
import { cancelImport } from './cancel-import.ts';
import type { ImportDependencies } from './import-dependencies.ts';
import { importFile } from './import-file.ts';
import { listNewestImports } from './import-job.ts';
import { resumeInterruptedIndexing } from './index-version.ts';
import { retryImport } from './retry-import.ts';
import { runImport } from './run-import.ts';

const OPERATOR = callerOf('editor');
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

const rows = async (text: string): Promise<unknown[]> => (await database.db.pool.query(text)).rows;
const newest = async () => (await listNewestImports(opened.dependencies.db.orm, 1, undefined))[0];

/** Returns dependencies whose conversion delivers the passages only after `until`. */
const slowPassages = (until: () => Promise<void>): ImportDependencies => ({
  ...opened.dependencies,
  async convert(input, listener, signal) {
    const held: Parameters<typeof listener.rows>[0][] = [];
    const hold = (line: Parameters<typeof listener.rows>[0]) => (line.of === 'passages' ? void held.push(line) : listener.rows(line));
    const run = await opened.dependencies.convert(input, { ...listener, rows: hold }, signal);
    await until();
    for (const line of held) listener.rows(line);
    return run;
  },
});

const untilIndexing = () => vi.waitFor(async () => expect(await newest()).toMatchObject({ stage: 'indexing' }), { timeout: 20_000 });

test('an import ends only after the check against the standard, with its findings', async () => {
  const finding = { severity: 'error' as const, code: 'RSC-007', message: '引用的文件不存在', count: 1 };
  let during: unknown;
  const checkStandard = async () => {
    during = await newest();
    return [finding];
  };
  const job = await importFile({ ...opened.dependencies, checkStandard }, file('checked.epub', makeEpub()), {});
  expect(during).toMatchObject({ stage: 'indexing', bookId: job.bookId, findings: [] });
  expect(job).toMatchObject({ stage: 'done', progress: 1, findings: [finding] });
  expect(await newest()).toMatchObject({ stage: 'done', findings: [finding] });
});

test('a book can be read before its passages are written, and can then not be canceled', async () => {
  const gate = Promise.withResolvers<void>();
  const importing = importFile(
    slowPassages(() => gate.promise),
    file('a.epub', makeEpub()),
    { publish: true },
  );
  await untilIndexing();
  const job = await newest();
  expect(job).toMatchObject({ detail: expect.stringContaining('已经可以阅读') as string, bookId: expect.any(String) as string });
  expect(await rows('select shelf_state, current_version_id from book')).toEqual([
    { shelf_state: 'published', current_version_id: job?.versionId },
  ]);
  expect(await rows('select state, text_indexed from book_version')).toEqual([{ state: 'released', text_indexed: false }]);
  expect(await rows('select 1 from search_passage')).toEqual([]);
  await expect(cancelImport(opened.dependencies, OPERATOR, { id: job?.id ?? '' })).rejects.toMatchObject({
    code: 'import.alreadyFinished',
  });
  gate.resolve();
  const done = await importing;
  expect(done).toMatchObject({ stage: 'done', progress: 1, bookId: job?.bookId });
  expect(done.statistics?.readableMs).toBeLessThanOrEqual(done.statistics?.ms ?? 0);
  expect(await rows('select text_indexed from book_version')).toEqual([{ text_indexed: true }]);
  expect(await rows('select 1 from search_passage')).not.toEqual([]);
});

test('a failure while a book is indexed leaves it readable, and the import can be repeated', async () => {
  const failing = slowPassages(() => Promise.reject(new Error('the conversion broke off')));
  const failed = await importFile(failing, file('a.epub', makeEpub()));
  expect(failed).toMatchObject({ stage: 'failed', bookId: expect.any(String) as string, statistics: { documents: 2 } });
  expect(failed.detail).toContain('可以阅读');
  expect(await rows('select 1 from search_passage')).toEqual([]);
  expect(await rows('select index_failed from book_version')).toEqual([{ index_failed: true }]);
  await retryImport(opened.dependencies, OPERATOR, { id: failed.id });
  const repeated = await runImport(opened.dependencies, failed.id, new AbortController().signal);
  expect(repeated).toMatchObject({ stage: 'done', bookId: failed.bookId, versionId: failed.versionId });
  expect(await rows('select text_indexed, index_failed from book_version')).toEqual([{ text_indexed: true, index_failed: false }]);
  expect(await rows('select 1 from search_passage')).not.toEqual([]);
});

test('a version that a newer one replaces while it is indexed gets no passages', async () => {
  const gate = Promise.withResolvers<void>();
  const importing = importFile(
    slowPassages(() => gate.promise),
    file('a.epub', makeEpub()),
  );
  await untilIndexing();
  const { bookId = '' } = (await newest()) ?? {};
  const chapters = [['第一章 学而', '吾日三省吾身：为人谋而不忠乎？']] as const;
  const newer = await importFile(opened.dependencies, file('b.epub', makeEpub({ chapters })), { bookId });
  expect(newer).toMatchObject({ stage: 'done', bookId });
  gate.resolve();
  expect(await importing).toMatchObject({ stage: 'done', bookId });
  expect(await rows('select distinct version_id from search_passage')).toEqual([{ version_id: newer.versionId }]);
  expect(await rows('select distinct search_key from passage_tokens')).toEqual(
    await rows(`select search_key from book_version where id = '${newer.versionId}'`),
  );
});

test.each(['the queue', 'the start of a server'])(
  'a book that has ended the process at each attempt is not indexed again by %s, until an operator repeats its import',
  async (by) => {
    await importFile(
      slowPassages(() => Promise.reject(new Error('the process ends'))),
      file('a.epub', makeEpub()),
    );
    await database.db.pool.query("update import_job set stage = 'indexing', finished_at = null");
    await database.db.pool.query('update book_version set index_attempts = 3, index_failed = false');
    let conversions = 0;
    const counting: ImportDependencies = {
      ...opened.dependencies,
      convert: (...conversion) => {
        conversions += 1;
        return opened.dependencies.convert(...conversion);
      },
    };
    const { id = '' } = (await newest()) ?? {};
    const { signal } = new AbortController();
    for (let start = 0; start < 2; start += 1) {
      if (by === 'the queue') await runImport(counting, id, signal);
      else await resumeInterruptedIndexing(counting, signal);
      expect(await newest()).toMatchObject({ stage: 'failed', detail: expect.stringContaining('检索没有建成') as string });
      expect(await rows('select text_indexed, index_failed from book_version')).toEqual([{ text_indexed: false, index_failed: true }]);
    }
    expect(conversions).toBe(0);
    await retryImport(counting, OPERATOR, { id });
    expect(await runImport(counting, id, signal)).toMatchObject({ stage: 'done' });
    expect(await rows('select text_indexed, index_failed from book_version')).toEqual([{ text_indexed: true, index_failed: false }]);
  },
);

test('attempts that a graceful shutdown interrupts do not count, neither in the queue nor at the start of a server', async () => {
  await importFile(
    slowPassages(() => Promise.reject(new Error('the process ends'))),
    file('a.epub', makeEpub()),
  );
  const { id = '' } = (await newest()) ?? {};
  await database.db.pool.query("update import_job set stage = 'indexing', finished_at = null");
  await database.db.pool.query('update book_version set index_attempts = 2, index_failed = false');
  const stoppedWhile = (stop: AbortController): ImportDependencies =>
    slowPassages(async () => {
      expect(await rows('select index_attempts from book_version')).toEqual([{ index_attempts: 3 }]);
      stop.abort(new Error('the server stops'));
      stop.signal.throwIfAborted();
    });
  for (const run of [
    (deps: ImportDependencies, signal: AbortSignal) => runImport(deps, id, signal),
    (deps: ImportDependencies, signal: AbortSignal) => resumeInterruptedIndexing(deps, signal),
  ]) {
    await database.db.pool.query(`update import_job set user_id = null`);
    const stop = new AbortController();
    await expect(run(stoppedWhile(stop), stop.signal)).rejects.toThrow('the server stops');
    expect(await rows('select index_attempts, index_failed from book_version')).toEqual([{ index_attempts: 2, index_failed: false }]);
  }
  expect(await runImport(opened.dependencies, id, new AbortController().signal)).toMatchObject({ stage: 'done' });
});

test('an import of the same file indexes a book that could not be indexed', async () => {
  const source = file('a.epub', makeEpub());
  await importFile(
    slowPassages(() => Promise.reject(new Error('the conversion broke off'))),
    source,
  );
  expect(await importFile(opened.dependencies, source)).toMatchObject({ stage: 'done', existing: true });
  expect(await rows('select text_indexed, index_failed from book_version')).toEqual([{ text_indexed: true, index_failed: false }]);
});

test('a conversion that fails at once, while an interrupted index is resumed, does not end the server', async () => {
  await importFile(opened.dependencies, file('a.epub', makeEpub()));
  await database.db.pool.query('update book_version set text_indexed = false');
  const refusing: ImportDependencies = { ...opened.dependencies, convert: () => Promise.reject(new Error('refused')) };
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    await resumeInterruptedIndexing(refusing, new AbortController().signal);
  } finally {
    process.off('unhandledRejection', unhandled);
  }
  expect(await rows('select index_failed from book_version')).toEqual([{ index_failed: true }]);
  expect(unhandled).not.toHaveBeenCalled();
});
