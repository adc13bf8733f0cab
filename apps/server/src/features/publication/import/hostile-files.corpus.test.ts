import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { corpusPath, listCorpus } from '../content/testing/corpus.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
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

/**
 * Expected result of each file (column `must_do` of the collection's list), with every finding: refused, the code of the refusal first; or
 * imported.
 */
const REFUSED: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'bomb-1gib-chapter.epub': ['archive.ratio'],
  'bomb-overlap-10gib.epub': ['archive.ratio'],
  'container-rootfile-escape.epub': ['container.outside'],
  'drm-lcp.epub': ['drm.protected'],
  'opf-href-dotdot.epub': ['package.outside'],
  'opf-href-encoded.epub': ['package.outside'],
  'opf-href-file-url.epub': ['package.forbiddenAddress'],
  'opf-href-js.epub': ['package.forbiddenAddress'],
  'pkg-empty-chapter.epub': ['package.noContent', 'document.empty', 'xml.repaired'],
  'pkg-empty-opf.epub': ['package.empty', 'xml.repaired'],
  'polyglot-html-epub.epub': ['file.wrongType'],
  'polyglot-pdf-epub.epub': ['file.wrongType'],
  'wrongtype-empty.epub': ['file.empty'],
  'wrongtype-exe.epub': ['file.wrongType'],
  'wrongtype-mobi.epub': ['file.wrongType'],
  'wrongtype-html.docx': ['file.wrongType'],
  'wrongtype-ole.docx': ['file.wrongType'],
  'snyk-zip-slip.zip': ['archive.unsafeName'],
  'xml-billion-laughs-chapter.epub': ['xml.entity'],
  'xml-xxe-chapter-dtd.epub': ['xml.entity'],
  'xml-xxe-chapter-file.epub': ['xml.entity'],
  'xml-xxe-container.epub': ['xml.entity'],
  'xml-xxe-encryption.epub': ['xml.entity'],
  'xml-xxe-ncx.epub': ['xml.entity'],
  'zip-crc-error.epub': ['archive.damaged'],
  'zip-duplicate-names.epub': ['archive.twins'],
  'zip-encrypted-flag.epub': ['archive.encrypted'],
  'zip-name-newline.epub': ['archive.unsafeName'],
  'zip-slip-absolute.epub': ['archive.unsafeName'],
  'zip-slip-dotdot.epub': ['archive.unsafeName'],
  'zip-slip-drive.epub': ['archive.unsafeName'],
  'zip-slip-percent.epub': ['archive.unsafeName'],
  'zip-symlink-file.epub': ['archive.link'],
  'zip-truncated-half.epub': ['archive.damaged'],
  // The package of this file names a chapter that the archive does not have.
  'zip-unicode-gbk-names.epub': ['package.noChapters', 'archive.nameEncoding', 'manifest.missingFile', 'spine.unknownItem'],
};

const IMPORTED: Readonly<Record<string, readonly string[]>> = {
  'active-bidi.epub': [],
  'active-clobber.epub': ['form.inert', 'image.missing', 'link.missing'],
  'active-electron.epub': ['link.unsafe', 'script.dropped'],
  'active-form-phish.epub': ['form.inert'],
  'active-iframe.epub': ['embed.dropped'],
  'active-js-href.epub': ['link.unsafe', 'xml.repaired'],
  'active-math-href.epub': ['link.unsafe'],
  'active-meta-refresh.epub': ['refresh.dropped'],
  'active-on-handlers.epub': ['form.inert', 'handler.dropped'],
  'active-onerror.epub': ['image.missing'],
  'active-script-inline.epub': ['script.dropped'],
  'active-script-remote.epub': ['script.dropped'],
  'active-storage.epub': ['script.dropped'],
  'active-style-break.epub': [],
  'active-svg-cover.epub': ['handler.dropped', 'script.dropped'],
  'active-svg-script.epub': ['link.unsafe', 'script.dropped'],
  'active-track-css.epub': ['external.font', 'external.image', 'external.style'],
  'active-track-img.epub': ['external.image'],
  'active-track-ping.epub': [],
  'bomb-8k-entries.epub': [],
  'bomb-png-900mp-cover.epub': ['image.missing', 'image.tooLarge'],
  'image-truncated.epub': ['image.broken', 'image.missing'],
  'image-wrongtype.epub': ['image.broken', 'image.missing'],
  'image-zero.epub': ['image.broken', 'image.missing'],
  'meta-html-title.epub': [],
  'meta-missing-title.epub': ['metadata.noLanguage', 'metadata.noTitle', 'nav.built'],
  'meta-sql-template.epub': [],
  'mimetype-last.epub': ['mimetype.order'],
  'mimetype-missing.epub': ['mimetype.missing'],
  'mimetype-newline.epub': ['mimetype.wrong'],
  'mimetype-upper.epub': ['mimetype.wrong'],
  'names-chinese-unencoded.epub': [],
  'pkg-case-mismatch.epub': ['manifest.looseName'],
  'pkg-macos-junk.epub': ['archive.junk'],
  'pkg-no-container.epub': ['container.missing'],
  'pkg-no-nav.epub': ['manifest.missingFile', 'nav.built'],
  'pkg-spine-repeat-1000.epub': ['spine.repeatedItem'],
  'pkg-spine-unknown-idref.epub': ['spine.unknownItem'],
  'pkg-two-opf.epub': [],
  'scale-10000-spine.epub': [],
  'scale-12mb-chapter.epub': [],
  'scale-3000-images.epub': [],
  'scale-one-paragraph-3mb.epub': ['paragraph.cut'],
  'scale-table-20000-rows.epub': [],
  'scale-toc-depth-200.epub': ['nav.tooDeep'],
  'svg-use-bomb.epub': ['svg.useBomb'],
  'wrongtype-epub.pdf': [],
  'xml-100k-attributes.epub': ['xml.tooManyAttributes'],
  'xml-bom-chapter.epub': [],
  'xml-deep-50k.epub': ['xml.tooDeep'],
  'xml-invalid-utf8.epub': ['encoding.invalidBytes'],
  'xml-tag-soup.epub': ['image.missing', 'xml.repaired'],
  'zip-name-300-chars.epub': ['archive.awkwardName'],
  'zip-name-device.epub': ['archive.awkwardName'],
  'zip-name-html.epub': ['archive.awkwardName'],
  'zip-name-trailing-dot.epub': ['archive.awkwardName'],
  'zip-trailing-garbage.epub': ['archive.trailingBytes'],
};

const books = [
  ...listCorpus('hostile', '.epub'),
  'hostile/snyk-zip-slip.zip',
  'hostile/wrongtype-html.docx',
  'hostile/wrongtype-ole.docx',
  'hostile/wrongtype-epub.pdf',
];

/** Maximum CPU time in which a malicious file must be refused (security.md §5). A refusal actually takes 0.7 s. */
const REFUSAL_CPU_MS = 10_000;
const TICK_MS = 10;

/**
 * Returns the CPU time of child processes that have ended, which does not grow on a busy machine. A process that waits without computing
 * is ended by the import's own time limit, with another refusal. Source: proc(5), `cutime` and `cstime` in hundredths of a second.
 */
const childrenCpuMs = (): number => {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
};

describe('hostile and damaged files', () => {
  test.each(books)('%s', async (file) => {
    const name = file.replace('hostile/', '');
    let peakBytes = 0;
    const before = childrenCpuMs();
    const job = await importFile(opened.dependencies, corpusPath(file), {
      publish: true,
      onPeakMemory: (bytes) => {
        peakBytes = bytes;
      },
    });
    const refusal = job.findings.find((finding) => finding.severity === 'refused');
    const [refusedWith] = REFUSED[name] ?? [];
    expect([job.stage, refusal?.code]).toEqual([refusedWith === undefined ? 'done' : 'refused', refusedWith]);
    const codes = new Set(job.findings.map(({ code }) => code));
    expect([...codes].toSorted()).toEqual((REFUSED[name] ?? IMPORTED[name])?.toSorted());
    expect(refusal?.message ?? '文').toMatch(/\p{Script=Han}/u);
    expect(refusal === undefined ? 0 : childrenCpuMs() - before).toBeLessThan(REFUSAL_CPU_MS);
    expect(peakBytes).toBeLessThanOrEqual(PUBLICATION_LIMITS.importWorkerBytes);
  });

  test('every file of the folder has an expected result', () => {
    const expected = [...Object.keys(REFUSED), ...Object.keys(IMPORTED)];
    expect(expected.toSorted()).toEqual(books.map((file) => file.replace('hostile/', '')).toSorted());
  });

  // Skipped on other systems, because only Linux reports the CPU time of a process in /proc.
  test.runIf(process.platform === 'linux')('the CPU time of conversions is measured', () => {
    expect(childrenCpuMs()).toBeGreaterThan(1_000);
  });
  test('the uploader of a malicious archive sees why it is refused', async () => {
    const job = await importFile(opened.dependencies, corpusPath('hostile/snyk-zip-slip.zip'), {});
    expect(job.findings.find((finding) => finding.severity === 'refused')).toMatchObject({
      message: '压缩包内有不安全的文件名：文件名指向压缩包之外',
      path: expect.stringContaining('evil.txt') as string,
    });
    expect(job.detail).toBe('压缩包内有不安全的文件名：文件名指向压缩包之外');
  });

  test('8,000 unused files in an archive create no rows', async () => {
    const { rows } = await database.db.pool.query(
      "select count(*) as count from publication_resource r join book_version v on v.id = r.version_id where v.source_file_name = 'bomb-8k-entries.epub'",
    );
    expect(rows[0].count).toBe(1);
  });
  test('a title that looks like HTML or SQL is stored as text', async () => {
    const { rows } = await database.db.pool.query("select title from book where title ~ '[<;]' order by title");
    expect(rows.map((row: { title: string }) => row.title)).toEqual(
      expect.arrayContaining([expect.stringContaining('<img src=x onerror'), expect.stringContaining('DROP TABLE')]),
    );
  });
  test('only images, documents, styles, fonts and media are served, with the type of their content', async () => {
    const { rows } = await database.db.pool.query('select distinct media_type from publication_resource order by 1');
    for (const { media_type } of rows as { media_type: string }[])
      expect(media_type).toMatch(/^(?:image|font|audio|video)\/|^text\/(?:css|vtt)$|^application\/xhtml\+xml$/);
  });
  test('nothing is written outside the folders of the import', () => {
    expect(readdirSync(folder).toSorted()).toEqual(['objects', 'tmp']);
    expect(readdirSync(`${folder}/tmp`)).toEqual([]);
    expect(readdirSync('/tmp').filter((name) => /slip|evil/.test(name))).toEqual([]);
  });
});
