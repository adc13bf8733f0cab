import { readdirSync, readFileSync } from 'node:fs';
import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { corpusPath, listCorpus } from '../content/testing/corpus.ts';
import { makeFolder } from '../testing/make-epub.ts';
import { openImportParts } from '../testing/open-import-parts.ts';
import { importFile } from './import-file.ts';

const { folder, remove } = makeFolder();
let database: TestDatabase;
let opened: Awaited<ReturnType<typeof openImportParts>>;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openImportParts(database.url, folder);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
  remove();
});

/** What must happen to each file (its collection's list, column `must_do`): refused with this code, or imported with these remarks. */
const REFUSED: Readonly<Record<string, string>> = {
  'bomb-1gib-chapter.epub': 'archive.ratio',
  'bomb-overlap-10gib.epub': 'archive.ratio',
  'container-rootfile-escape.epub': 'container.outside',
  'drm-lcp.epub': 'drm.protected',
  'opf-href-dotdot.epub': 'package.outside',
  'opf-href-encoded.epub': 'package.outside',
  'opf-href-file-url.epub': 'package.forbiddenAddress',
  'opf-href-js.epub': 'package.forbiddenAddress',
  'pkg-empty-chapter.epub': 'package.noContent',
  'pkg-empty-opf.epub': 'package.empty',
  'polyglot-html-epub.epub': 'file.wrongType',
  'polyglot-pdf-epub.epub': 'file.wrongType',
  'wrongtype-empty.epub': 'file.empty',
  'wrongtype-exe.epub': 'file.wrongType',
  'wrongtype-mobi.epub': 'file.wrongType',
  'wrongtype-html.docx': 'file.wrongType',
  'wrongtype-ole.docx': 'file.wrongType',
  'snyk-zip-slip.zip': 'archive.unsafeName',
  'xml-billion-laughs-chapter.epub': 'xml.entity',
  'xml-xxe-chapter-dtd.epub': 'xml.entity',
  'xml-xxe-chapter-file.epub': 'xml.entity',
  'xml-xxe-container.epub': 'xml.entity',
  'xml-xxe-encryption.epub': 'xml.entity',
  'xml-xxe-ncx.epub': 'xml.entity',
  'zip-crc-error.epub': 'archive.damaged',
  'zip-duplicate-names.epub': 'archive.twins',
  'zip-encrypted-flag.epub': 'archive.encrypted',
  'zip-name-newline.epub': 'archive.unsafeName',
  'zip-slip-absolute.epub': 'archive.unsafeName',
  'zip-slip-dotdot.epub': 'archive.unsafeName',
  'zip-slip-drive.epub': 'archive.unsafeName',
  'zip-slip-percent.epub': 'archive.unsafeName',
  'zip-symlink-file.epub': 'archive.link',
  'zip-truncated-half.epub': 'archive.damaged',
  // Its package names a chapter that the archive does not have.
  'zip-unicode-gbk-names.epub': 'package.noChapters',
};

const IMPORTED: Readonly<Record<string, readonly string[]>> = {
  'active-electron.epub': ['script.dropped'],
  'active-form-phish.epub': ['form.inert'],
  'active-iframe.epub': ['embed.dropped'],
  'active-js-href.epub': ['link.unsafe'],
  'active-math-href.epub': ['link.unsafe'],
  'active-meta-refresh.epub': ['refresh.dropped'],
  'active-on-handlers.epub': ['handler.dropped'],
  'active-script-inline.epub': ['script.dropped'],
  'active-script-remote.epub': ['script.dropped'],
  'active-storage.epub': ['script.dropped'],
  'active-svg-cover.epub': ['script.dropped'],
  'active-svg-script.epub': ['script.dropped'],
  'active-track-css.epub': ['external.image', 'external.font', 'external.style'],
  'active-track-img.epub': ['external.image'],
  'bomb-png-900mp-cover.epub': ['image.tooLarge'],
  'image-truncated.epub': ['image.broken'],
  'image-wrongtype.epub': ['image.broken'],
  'image-zero.epub': ['image.broken'],
  'meta-missing-title.epub': ['metadata.noTitle', 'metadata.noLanguage'],
  'mimetype-last.epub': ['mimetype.order'],
  'mimetype-missing.epub': ['mimetype.missing'],
  'mimetype-newline.epub': ['mimetype.wrong'],
  'mimetype-upper.epub': ['mimetype.wrong'],
  'pkg-case-mismatch.epub': ['manifest.looseName'],
  'pkg-macos-junk.epub': ['archive.junk'],
  'pkg-no-container.epub': ['container.missing'],
  'pkg-no-nav.epub': ['nav.built'],
  'pkg-spine-repeat-1000.epub': ['spine.repeatedItem'],
  'pkg-spine-unknown-idref.epub': ['spine.unknownItem'],
  'scale-toc-depth-200.epub': ['nav.tooDeep'],
  'svg-use-bomb.epub': ['svg.useBomb'],
  'xml-100k-attributes.epub': ['xml.tooManyAttributes'],
  'xml-deep-50k.epub': ['xml.tooDeep'],
  'xml-invalid-utf8.epub': ['encoding.invalidBytes'],
  'xml-tag-soup.epub': ['xml.repaired'],
  'zip-name-device.epub': ['archive.awkwardName'],
  'zip-trailing-garbage.epub': ['archive.trailingBytes'],
};

const books = [
  ...listCorpus('hostile', '.epub'),
  'hostile/snyk-zip-slip.zip',
  'hostile/wrongtype-html.docx',
  'hostile/wrongtype-ole.docx',
  'hostile/wrongtype-epub.pdf',
];

/** security.md §5: nothing hangs for longer. A refusal takes 0.7 s. */
const REFUSAL_CPU_MS = 10_000;
const TICK_MS = 10;

/**
 * What the processes this one has started and seen end have computed: a busy machine does not make it more. Waiting without computing is
 * ended by the import's own limit, with another refusal. Source: proc(5), `cutime` and `cstime` in hundredths of a second.
 */
const childrenCpuMs = (): number => {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
};

describe('hostile and faulty files', () => {
  test.each(books)('%s', async (file) => {
    const name = file.replace('hostile/', '');
    let peakBytes = 0;
    const before = childrenCpuMs();
    const job = await importFile(opened.parts, corpusPath(file), {
      publish: true,
      onPeakMemory: (bytes) => {
        peakBytes = bytes;
      },
    });
    const refusal = job.findings.find((finding) => finding.severity === 'refused');
    expect([job.stage, refusal?.code]).toEqual(REFUSED[name] === undefined ? ['done', undefined] : ['refused', REFUSED[name]]);
    expect(job.findings.map((finding) => finding.code)).toEqual(expect.arrayContaining([...(IMPORTED[name] ?? [])]));
    expect(refusal?.message ?? '文').toMatch(/\p{Script=Han}/u);
    expect(refusal === undefined ? 0 : childrenCpuMs() - before).toBeLessThan(REFUSAL_CPU_MS);
    expect(peakBytes).toBeLessThanOrEqual(LIMITS.importWorkerBytes);
  });

  test.runIf(process.platform === 'linux')('conversions are counted by what they compute', () => {
    expect(childrenCpuMs()).toBeGreaterThan(1_000);
  });
  test('who uploads an archive of traps reads why it is refused', async () => {
    const job = await importFile(opened.parts, corpusPath('hostile/snyk-zip-slip.zip'), {});
    expect(job.findings.find((finding) => finding.severity === 'refused')).toMatchObject({
      message: '压缩包内有不安全的文件名：文件名指向压缩包之外',
      path: expect.stringContaining('evil.txt') as string,
    });
    expect(job.detail).toBe('压缩包内有不安全的文件名：文件名指向压缩包之外');
  });

  test('8,000 stray files leave no row each', async () => {
    const { rows } = await database.db.pool.query(
      "select count(*) as count from publication_resource r join book_version v on v.id = r.version_id where v.source_file_name = 'bomb-8k-entries.epub'",
    );
    expect(rows[0].count).toBe(1);
  });
  test('a title that looks like HTML or SQL is text', async () => {
    const { rows } = await database.db.pool.query("select title from book where title ~ '[<;]' order by title");
    expect(rows.map((row: { title: string }) => row.title)).toEqual(
      expect.arrayContaining([expect.stringContaining('<img src=x onerror'), expect.stringContaining('DROP TABLE')]),
    );
  });
  test('only pictures, documents, styles, fonts and media are served, under the type their content has', async () => {
    const { rows } = await database.db.pool.query('select distinct media_type from publication_resource order by 1');
    for (const { media_type } of rows as { media_type: string }[])
      expect(media_type).toMatch(/^(?:image|font|audio|video)\/|^text\/(?:css|vtt)$|^application\/xhtml\+xml$/);
  });
  test('nothing was written outside the folders of the import', () => {
    expect(readdirSync(folder).toSorted()).toEqual(['objects', 'tmp']);
    expect(readdirSync(`${folder}/tmp`)).toEqual([]);
    expect(readdirSync('/tmp').filter((name) => /slip|evil/.test(name))).toEqual([]);
  });
});
