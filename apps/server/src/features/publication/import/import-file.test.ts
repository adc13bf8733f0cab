import { spawn } from 'node:child_process';
import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import { callerOf } from '../../../platform/testing/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { checkStandard } from '../standard/check-standard.ts';
import { makeEpub, makeTemporaryFolder, makeZip } from '../testing/make-epub.ts';
import { openImportDependencies } from '../testing/open-import-dependencies.ts';
import { cancelImport } from './cancel-import.ts';
import { IMPORT_PROGRESS_EVENT } from './import-dependencies.ts';
import { importFile } from './import-file.ts';
import { insertImport, listNewestImports, requireImport } from './import-job.ts';
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
const rows = async <T>(text: string): Promise<T[]> => (await database.db.pool.query(text)).rows as T[];
const counts = async (): Promise<unknown> =>
  (
    await rows(
      'select (select count(*) from book) as books, (select count(*) from book_version) as versions, (select count(*) from publication_block) as blocks, (select count(*) from publication_resource) as resources, (select count(*) from search_passage) as passages',
    )
  )[0];
const noRows = { books: 0, versions: 0, blocks: 0, resources: 0, passages: 0 };

const importBytes = (name: string, bytes: Uint8Array, options: Parameters<typeof importFile>[2] = {}) =>
  importFile(opened.dependencies, file(name, bytes), options);

describe('importing a valid book', () => {
  test('creates a published book with a version, documents, blocks and passages', async () => {
    const cover = await sharp({ create: { width: 960, height: 1_440, channels: 3, background: '#335' } })
      .png()
      .toBuffer();
    const epub = makeEpub({
      manifest: '<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>',
      files: { 'OEBPS/cover.png': cover },
    });
    const job = await importBytes('论语.epub', epub, {
      publish: true,
      accessModel: 'paid',
      priceFen: 990,
      trialChapters: 1,
      categoryIds: ['literature'],
    });
    expect(job).toMatchObject({
      stage: 'done',
      progress: 1,
      existing: false,
      fileName: '论语.epub',
      findings: [],
      statistics: { documents: 2, blocks: 5 },
    });
    const [book] = await rows('select * from book');
    expect(book).toMatchObject({
      id: job.bookId,
      title: '论语选读',
      authors: '孔子弟子',
      language: 'zh-CN',
      shelf_state: 'published',
      access_model: 'paid',
      price_fen: 990,
      trial_chapters: 1,
      category_ids: ['literature'],
      current_version_id: job.versionId,
      cover_width: 480,
      cover_height: 720,
      next_block_number: 6,
    });
    const [version] = await rows<{ manifest: { readingOrder: unknown[]; toc: unknown[]; cover: unknown }; state: string }>(
      'select * from book_version',
    );
    expect(version?.state).toBe('released');
    expect(version?.manifest.readingOrder).toMatchObject([
      {
        href: 'OEBPS/c1.xhtml',
        title: '第一章 学而',
        startPosition: 1,
        positions: 1,
        linear: true,
        segments: [{ firstBlock: 'b1', lastBlock: 'b3', startChar: 0 }],
      },
      { href: 'OEBPS/c2.xhtml', title: '第二章 为政', startPosition: 2 },
    ]);
    expect(version?.manifest.toc).toEqual([
      { title: '第一章 学而', href: 'OEBPS/c1.xhtml#top', blockId: 'b1' },
      { title: '第二章 为政', href: 'OEBPS/c2.xhtml#top', blockId: 'b4' },
    ]);
    expect(version?.manifest.cover).toEqual({ href: 'OEBPS/cover.png', width: 960, height: 1_440 });
    const resources = await rows<{
      href: string;
      sha256: string;
      part_start: number | null;
      part_bytes: number | null;
      content_encoding: string | null;
      media_type: string;
      used_by: number[];
      bytes: number;
    }>('select * from publication_resource order by href');
    expect(resources).toMatchObject([
      { href: 'OEBPS/c1.xhtml', media_type: 'application/xhtml+xml', used_by: [0] },
      { href: 'OEBPS/c2.xhtml', media_type: 'application/xhtml+xml', used_by: [1] },
      { href: 'OEBPS/cover.png', media_type: 'image/png', used_by: [] },
    ]);
    expect(new Set(resources.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await opened.dependencies.objects.head(contentKey(resources[0]?.sha256 ?? ''))).toEqual({
      bytes: resources.reduce((sum, { part_bytes: bytes }) => sum + Number(bytes), 0),
    });
    for (const { href, content_encoding: encoding, bytes, part_bytes: stored } of resources) {
      expect([href, encoding, Number(stored)]).toEqual([href, null, Number(bytes)]);
    }
    expect(
      await rows('select position, block_id, document_index, kind, text_chars, start_char from publication_block order by position'),
    ).toMatchObject([
      { position: 0, block_id: 'b1', document_index: 0, kind: 'heading', text_chars: 6, start_char: 0 },
      { position: 1, block_id: 'b2', start_char: 7 },
      { position: 2, block_id: 'b3', start_char: 19 },
      { position: 3, block_id: 'b4', document_index: 1, start_char: 0 },
      { position: 4, block_id: 'b5' },
    ]);
    expect(
      await rows(
        "select first_block, chapter_title from search_passage p join book_version v on v.id = p.version_id join passage_tokens t on t.search_key = v.search_key and t.position = p.position where t.tokens @@ '''北辰'''::tsquery",
      ),
    ).toEqual([{ first_block: 'b4', chapter_title: '第二章 为政' }]);
    expect(await rows("select book_id from book_search where tokens @@ '''论语'''::tsquery and tokens @@ '''~lunyu'':*'::tsquery")).toEqual(
      [{ book_id: job.bookId }],
    );
  });

  test('reads a file through a symbolic link', async () => {
    const link = path.join(folder, 'link.epub');
    symlinkSync(file('linked.epub', makeEpub()), link);
    expect(await importFile(opened.dependencies, link)).toMatchObject({ stage: 'done' });
  });
  test('creates one version if a file is imported twice, and applies the options of the second import', async () => {
    const epub = makeEpub();
    const first = await importBytes('a.epub', epub);
    expect(await rows('select shelf_state from book')).toEqual([{ shelf_state: 'draft' }]);
    const second = await importBytes('b.epub', epub, { publish: true });
    expect(second).toMatchObject({ stage: 'done', existing: true, bookId: first.bookId, versionId: first.versionId });
    expect(await counts()).toMatchObject({ books: 1, versions: 1 });
    expect(await rows('select shelf_state from book')).toEqual([{ shelf_state: 'published' }]);
  });

  test('keeps the ids of unchanged blocks in a new version and never reuses an id', async () => {
    const before = await importBytes('v1.epub', makeEpub());
    const chapters: readonly (readonly [string, ...string[]])[] = [
      ['第一章 学而', '子曰：', '学而时习之，不亦说乎？', '有朋自远方来，不亦乐乎！'],
      ['第三章 八佾', '八佾舞于庭，是可忍也，孰不可忍也？'],
    ];
    const after = await importBytes('v2.epub', makeEpub({ chapters }), { bookId: before.bookId ?? '' });
    expect(after).toMatchObject({ stage: 'done', bookId: before.bookId });
    expect(await rows(`select block_id from publication_block where version_id = '${after.versionId}' order by position`)).toEqual(
      ['b1', 'b6', 'b2', 'b3', 'b7', 'b8'].map((block_id) => ({ block_id })),
    );
    expect(await rows('select no, state from book_version order by no')).toEqual([
      { no: 1, state: 'superseded' },
      { no: 2, state: 'released' },
    ]);
    expect(
      await rows('select v.no from book_version v where exists (select 1 from search_passage p where p.version_id = v.id) order by no'),
    ).toEqual([{ no: 1 }, { no: 2 }]);
    expect(await rows('select distinct v.id from passage_tokens t join book_version v on v.search_key = t.search_key')).toEqual([
      { id: after.versionId },
    ]);
    expect(await rows('select current_version_id, next_block_number from book')).toEqual([
      { current_version_id: after.versionId, next_block_number: 9 },
    ]);
  });
});

describe('importing a book with errors', () => {
  test('imports the rest and reports the errors', async () => {
    const faulty = file(
      'faulty.epub',
      makeEpub({
        metadata: '',
        manifest: '<item id="p" href="p.png" media-type="image/png"/><item id="big" href="big.png" media-type="image/png"/>',
        chapters: [['标题', '<img src="p.png" alt="破图"/><img src="big.png" alt="巨图"/><script>alert(1)</script>正文']],
        nav: '<html/>',
        files: { mimetype: 'text/plain', 'OEBPS/p.png': 'not a picture', 'OEBPS/big.png': hugePng() },
      }),
    );
    const job = await importFile({ ...opened.dependencies, checkStandard }, faulty, {});
    expect(job.stage).toBe('done');
    expect(job.findings.map((finding) => finding.code)).toEqual(
      expect.arrayContaining([
        'mimetype.wrong',
        'metadata.noTitle',
        'metadata.noLanguage',
        'image.broken',
        'image.tooLarge',
        'script.dropped',
        'nav.built',
      ]),
    );
    // What is wrong with the file by the standard: an empty navigation document, a package without title and language.
    expect(job.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toContain('RSC-005');
    for (const finding of job.findings) expect(finding.message).toMatch(/\p{Script=Han}/u);
    expect(await rows('select title, language from book')).toEqual([{ title: 'faulty', language: 'und' }]);
    const [version] = await rows<{ manifest: { toc: unknown[] } }>('select manifest from book_version');
    expect(version?.manifest.toc).toEqual([{ title: '标题', href: 'OEBPS/c1.xhtml', blockId: 'b1' }]);
  });
  test('refuses an unsafe file with the reason and stores only the report', async () => {
    const job = await importBytes('evil.epub', makeZip([{ name: '../evil', content: 'x' }]), { publish: true });
    expect(job).toMatchObject({
      stage: 'refused',
      detail: expect.stringContaining('不安全的文件名'),
      findings: [{ severity: 'refused', code: 'archive.unsafeName' }],
    });
    expect(await counts()).toEqual(noRows);
    await expect(retryImport(opened.dependencies, OPERATOR, { id: job.id })).rejects.toMatchObject({ code: 'import.alreadyFinished' });
  });
  test('refuses a new version of an unknown book', async () => {
    expect(await importBytes('a.epub', makeEpub(), { bookId: '0'.repeat(26) })).toMatchObject({
      stage: 'refused',
      findings: [{ code: 'import.unknownBook' }],
    });
  });
});

/** Makes a PNG that declares 900 million pixels; its data are those of a small image. */
const hugePng = (): Buffer => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  return png;
};

describe('running an import', () => {
  const queue = async (bytes: Uint8Array): Promise<string> => {
    const done = await importBytes('queued.epub', bytes);
    await database.db.pool.query('truncate book, book_version, import_job cascade');
    const id = done.id;
    await insertImport(opened.dependencies.db.orm, {
      publishers: [],
      id,
      userId: undefined,
      fileName: 'queued.epub',
      fileBytes: bytes.length,
      sha256: done.sha256,
      options: {},
      createdAt: 1,
    });
    return id;
  };
  const never = new AbortController().signal;

  test('reads the file from the object store and publishes progress', async () => {
    const id = await queue(makeEpub());
    const stages = new Set<string>();
    const unsubscribe = opened.dependencies.events.subscribe(IMPORT_PROGRESS_EVENT, (data) =>
      stages.add((data as { stage: string }).stage),
    );
    expect(await runImport(opened.dependencies, id, never)).toMatchObject({ id, stage: 'done' });
    unsubscribe();
    expect([...stages]).toContain('done');
    expect((await listNewestImports(opened.dependencies.db.orm, 10, undefined)).map((job) => job.id)).toEqual([id]);
  });
  test('running an import again after its end changes nothing', async () => {
    const id = await queue(makeEpub());
    const first = await runImport(opened.dependencies, id, never);
    expect(await runImport(opened.dependencies, id, never)).toEqual(first);
    expect(await counts()).toMatchObject({ versions: 1 });
  });
  test('a queued import is canceled at once and can be queued again', async () => {
    const id = await queue(makeEpub());
    expect(await cancelImport(opened.dependencies, OPERATOR, { id })).toMatchObject({ stage: 'canceled' });
    expect(await runImport(opened.dependencies, id, never)).toMatchObject({ stage: 'canceled' });
    expect(await counts()).toEqual(noRows);
    await expect(cancelImport(opened.dependencies, OPERATOR, { id })).rejects.toMatchObject({ code: 'import.alreadyFinished' });
    expect(await retryImport(opened.dependencies, OPERATOR, { id })).toMatchObject({ stage: 'queued', findings: [] });
    expect(opened.queued).toContain(id);
    expect(await runImport(opened.dependencies, id, never)).toMatchObject({ stage: 'done' });
  });
  test('a running import is canceled and leaves no rows', async () => {
    const job = await importBytes('slow.epub', longBook(), {
      onProgress: ({ stage, progress }) => {
        if (stage === 'converting' && progress > 0.1)
          void listNewestImports(opened.dependencies.db.orm, 1, undefined).then(
            ([running]) => running && cancelImport(opened.dependencies, OPERATOR, { id: running.id }).catch(() => undefined),
          );
      },
    });
    expect(job).toMatchObject({ stage: 'canceled', detail: '已取消' });
    expect(await counts()).toEqual(noRows);
  });
  test('a server that stops leaves the import unfinished', async () => {
    const id = await queue(longBook());
    const stopping = new AbortController();
    const running = runImport(opened.dependencies, id, stopping.signal, {
      onProgress: ({ stage }) => {
        if (stage === 'converting') stopping.abort(new Error('the server is stopping'));
      },
    });
    await expect(running).rejects.toThrow('the server is stopping');
    expect((await requireImport(opened.dependencies.db.orm, id)).finishedAt).toBeUndefined();
    expect(await counts()).toEqual(noRows);
    expect(await runImport(opened.dependencies, id, never)).toMatchObject({ stage: 'done' });
  });
  /** Resolves when the transaction of the running import has written its last rows (search) and is still open. */
  const untilRowsAreWritten = (): Promise<void> =>
    vi.waitFor(
      async () =>
        expect(
          await rows("select 1 from pg_locks where relation = 'book_search'::regclass and mode = 'RowExclusiveLock' and granted"),
        ).not.toEqual([]),
      { timeout: 30_000, interval: 5 },
    );
  test.each([
    { when: 'at once', until: async () => undefined },
    { when: 'after the rows were written', until: untilRowsAreWritten },
  ])('an object store that fails $when leaves no rows of the book', async ({ until }) => {
    const id = await queue(makeEpub());
    let failed = false;
    const failing = async (): Promise<never> => {
      await until();
      failed = true;
      throw new Error('the object store is not available');
    };
    const parts = { ...opened.dependencies, objects: { ...opened.dependencies.objects, putMany: failing } };
    expect(await runImport(parts, id, never)).toMatchObject({ stage: 'failed' });
    expect(failed).toBe(true);
    expect(await counts()).toEqual(noRows);
    expect(await retryImport(opened.dependencies, OPERATOR, { id })).toMatchObject({ stage: 'queued' });
    expect(await runImport(opened.dependencies, id, never)).toMatchObject({ stage: 'done' });
  });
  test('an unknown import is not found', async () => {
    await expect(requireImport(opened.dependencies.db.orm, '0'.repeat(26))).rejects.toMatchObject({ code: 'import.notFound' });
  });
});

const longBook = (): Buffer =>
  makeEpub({
    chapters: Array.from(
      { length: 120 },
      (_, chapter) =>
        [
          `第${chapter}章`,
          ...Array.from({ length: 30 }, (_, line) => `第${chapter}章第${line}段，山川异域，风月同天。`.repeat(5)),
        ] as const,
    ),
  });

describe('a process killed during an import', () => {
  /** Imports a file in another process and kills it at the first report of this stage. */
  const killAt = async (stage: string): Promise<string> => {
    const source = file('long.epub', longBook());
    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, '../testing/import-and-print-stages.ts'), database.url, folder, source],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    for await (const line of createInterface({ input: child.stdout })) {
      if (line !== stage) continue;
      child.kill('SIGKILL');
      break;
    }
    await new Promise((resolve) => child.once('exit', resolve));
    // A server removes the folder of a killed import after a day.
    rmSync(opened.dependencies.temporaryFolder, { recursive: true, force: true });
    return source;
  };

  test.each(['unpacking', 'converting', 'saving'])(
    'leaves no rows when killed at %s, and the next import creates the complete book',
    async (stage) => {
      const source = await killAt(stage);
      expect(await counts()).toEqual(noRows);
      const job = await importFile(opened.dependencies, source, { publish: true });
      expect(job).toMatchObject({ stage: 'done', existing: false, statistics: { documents: 120 } });
      expect(await counts()).toMatchObject({ books: 1, versions: 1, blocks: 3_720 });
    },
  );

  test.each(['the import', 'an import of the same file', 'the start of a server'])(
    'leaves a readable book when killed at indexing, which %s indexes',
    async (by) => {
      const source = await killAt('indexing');
      expect(await counts()).toMatchObject({ books: 1, versions: 1, blocks: 3_720, passages: 0 });
      const blocks = await rows('select position, block_id from publication_block order by position');
      const [killed] = await listNewestImports(opened.dependencies.db.orm, 1, undefined);
      expect(killed).toMatchObject({ stage: 'indexing', bookId: expect.any(String) as string });
      const { signal } = new AbortController();
      if (by === 'the import') await runImport(opened.dependencies, killed?.id ?? '', signal);
      else if (by === 'the start of a server') await resumeInterruptedIndexing(opened.dependencies, signal);
      else await importFile(opened.dependencies, source);
      expect(await requireImport(opened.dependencies.db.orm, killed?.id ?? '')).toMatchObject({ stage: 'done', progress: 1 });
      expect(await counts()).toMatchObject({ books: 1, versions: 1, blocks: 3_720, passages: 240 });
      expect(await rows('select position, block_id from publication_block order by position')).toEqual(blocks);
      expect(
        await rows(
          'select 1 from search_passage p where not exists (select 1 from publication_block b where b.version_id = p.version_id and b.block_id = p.first_block)',
        ),
      ).toEqual([]);
      expect(await rows('select text_indexed, extras_indexed from book_version')).toEqual([{ text_indexed: true, extras_indexed: true }]);
    },
  );
});

test('no temporary file remains after all imports', () => {
  expect(readdirSync(opened.dependencies.temporaryFolder)).toEqual([]);
});
