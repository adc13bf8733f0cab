import { readFileSync } from 'node:fs';
import type { ImportJob, NavigationEntry, PublicationManifest } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { corpusPath, listCorpus } from '../content/testing/corpus.ts';
import { makeTemporaryFolder } from '../testing/make-epub.ts';
import { openImportDependencies } from '../testing/open-import-dependencies.ts';
import { importFile } from './import-file.ts';

const { folder, remove } = makeTemporaryFolder();
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

const versionOf = async (job: ImportJob): Promise<{ manifest: PublicationManifest; counts: Record<string, number> }> =>
  (await database.db.pool.query('select manifest, counts from book_version where id = $1', [job.versionId])).rows[0];

const countEntries = (entries: readonly NavigationEntry[]): number =>
  entries.reduce((sum, entry) => sum + 1 + countEntries(entry.children ?? []), 0);

/** Counts Han characters over all passages of a version, which contain every block's text once. */
const countHan = async (job: ImportJob): Promise<number> => {
  const { rows } = await database.db.pool.query('select text from search_passage where version_id = $1', [job.versionId]);
  return rows.reduce((sum: number, row: { text: string }) => sum + (row.text.match(/[\u3400-\u9fff\uf900-\ufaff]/g)?.length ?? 0), 0);
};

interface Facts {
  readonly file: string;
  readonly spineItems: number;
  readonly tocLinks: number;
  readonly han: number;
  readonly formulas: number;
  readonly images: number;
}

const facts: readonly Facts[] = readFileSync(corpusPath('epub-books/facts.tsv'), 'utf8')
  .split('\n')
  .filter((line) => /^epub-books\/\S+\t\d/.test(line))
  .map((line) => {
    const [file = '', spineItems, tocLinks, han, formulas, , images] = line.split('\t');
    return {
      file,
      spineItems: Number(spineItems),
      tocLinks: Number(tocLinks),
      han: Number(han),
      formulas: Number(formulas),
      images: Number(images),
    };
  });

/** Expected differences between the facts stated for a file and those of the imported version, with reasons. */
const DIFFERENCES: Readonly<Record<string, Partial<Facts>>> = {
  // One entry of this book's table of contents has no target. The pages of contents in these three books are not indexed.
  'epub-books/zh-csdiy.epub': { tocLinks: 508, han: 73_162 },
  'epub-books/zh-d2l-part1.epub': { han: 108_997 },
  'epub-books/zh-go-web.epub': { han: 96_435 },
  // The only image of this book is not in the file.
  'epub-books/zh-debmake-doc.epub': { images: 0 },
  // The volumes of this book are headings without a link.
  'epub-books/zh-shijing-vertical.epub': { tocLinks: 335 },
};

describe('importing real books', () => {
  test.each(facts)('imports $file completely', async (stated) => {
    const job = await importFile(opened.dependencies, corpusPath(stated.file), { publish: true });
    expect(job).toMatchObject({ stage: 'done', existing: false });
    const { manifest, counts } = await versionOf(job);
    const expected = { ...stated, ...DIFFERENCES[stated.file] };
    expect({
      file: stated.file,
      spineItems: manifest.readingOrder.length,
      tocLinks: countEntries(manifest.toc),
      formulas: counts['formulas'],
      images: counts['images'],
    }).toEqual({
      file: stated.file,
      spineItems: expected.spineItems,
      tocLinks: expected.tocLinks,
      formulas: expected.formulas,
      images: expected.images,
    });
    // The number of Han characters stated for the file includes titles and ruby readings.
    const han = await countHan(job);
    expect(Math.abs(han - expected.han)).toBeLessThanOrEqual(Math.max(60, expected.han * 0.01));
    const blockIds = await database.db.pool.query(
      'select count(*) as all, count(distinct block_id) as different from publication_block where version_id = $1',
      [job.versionId],
    );
    expect(blockIds.rows[0].different).toBe(blockIds.rows[0].all);
    expect(manifest.readingOrder.reduce((sum, item) => sum + item.positions, 0)).toBe(manifest.metadata.positions);
  });

  test('imports epub-books/zh-debian-edu-bullseye.epub although its container and language are missing', async () => {
    const job = await importFile(opened.dependencies, corpusPath('epub-books/zh-debian-edu-bullseye.epub'));
    expect(job.stage).toBe('done');
    expect(job.findings.map((finding) => finding.code)).toEqual(
      expect.arrayContaining(['container.missing', 'mimetype.missing', 'metadata.noLanguage']),
    );
  });

  test('every address in a table of contents is served', async () => {
    const { rows } = await database.db.pool.query('select id, manifest from book_version');
    for (const { id, manifest } of rows as { id: string; manifest: PublicationManifest }[]) {
      const resources = await database.db.pool.query('select href from publication_resource where version_id = $1', [id]);
      const served = new Set(resources.rows.map((row: { href: string }) => row.href));
      const unservedHrefs = (entries: readonly NavigationEntry[]): string[] =>
        entries.flatMap((entry) => [
          ...(entry.href && !served.has(entry.href.replace(/#.*$/, '')) ? [entry.href] : []),
          ...unservedHrefs(entry.children ?? []),
        ]);
      expect([
        manifest.metadata.title,
        ...unservedHrefs(manifest.toc),
        ...unservedHrefs(manifest.pageList),
        ...unservedHrefs(manifest.landmarks),
      ]).toEqual([manifest.metadata.title]);
    }
  });
});

/** Samples that are not books: their reading order contains no document that exists. */
const UNREADABLE: Readonly<Record<string, string>> = {
  'epub-samples/versone-bugfixes-55.epub': 'package.noChapters',
  'epub-samples/versone-bugfixes-57.epub': 'package.noChapters',
  'epub-samples/versone-features-remotecontent.epub': 'package.noChapters',
  'epub-samples/versone-malformed-invalidmanifestitems-epub3.epub': 'package.noChapters',
  'epub-samples/versone-malformed-missingcontentfornavigationpoint.epub': 'package.noChapters',
  'epub-tests/ocf-zip-mult.epub': 'file.wrongType',
  // This sample contains a disk image whose fallback is a Photoshop file.
  'epub-tests/pub-foreign_bad-fallback.epub': 'package.noChapters',
};

describe('samples and conformance tests of other projects', () => {
  test.each([...listCorpus('epub-samples', '.epub'), ...listCorpus('epub-tests', '.epub')])('%s has the expected result', async (file) => {
    const job = await importFile(opened.dependencies, corpusPath(file));
    expect([job.stage, job.findings.find((finding) => finding.severity === 'refused')?.code]).toEqual(
      UNREADABLE[file] === undefined ? ['done', undefined] : ['refused', UNREADABLE[file]],
    );
  });
});
