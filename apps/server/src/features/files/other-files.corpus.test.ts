/** Uploads every corpus file that is no EPUB as a user file, and malicious ones also as an avatar and as a book. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importDependenciesOf } from '../../app/import-dependencies.ts';
import { uploadAs, uploadPictureAs } from '../../testing/file-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { corpusPath, listCorpus } from '../publication/content/testing/corpus.ts';
import { importFile } from '../publication/import/import-file.ts';

let shop: TestServer;
let user: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  user = await shop.user('13966680001');
});
afterAll(() => shop.close());

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const REFUSED = 'file.typeRefused';

/**
 * Expected result of an upload as a user file: the stored type or the error code; a file whose name is not listed has the result of its
 * extension.
 */
const BY_ENDING: Readonly<Record<string, string>> = {
  docx: DOCX,
  pdf: 'application/pdf',
  md: 'text/plain',
  tsv: 'text/plain',
  zip: REFUSED,
  h5p: REFUSED,
  xml: REFUSED,
  svg: REFUSED,
  png: REFUSED,
};
const BY_NAME: Readonly<Record<string, string>> = {
  'hostile/bomb-avatar-900mp.png': 'file.pictureBroken',
  'hostile/docx-macro.docx': REFUSED,
  'hostile/docx-zipslip.docx': REFUSED,
  'hostile/wrongtype-epub.pdf': REFUSED,
  'hostile/wrongtype-html.docx': REFUSED,
  'hostile/wrongtype-ole.docx': REFUSED,
  'docx/poi-bug53475-password-is-pass.docx': REFUSED,
  'docx/poi-crash-517626e815e0afa9decd0ebb6d1dee63fb9907dd.docx': REFUSED,
  'docx/poi-fuzz-POIXWPFFuzzer-5313273089884160.docx': REFUSED,
  'docx/poi-truncated62886.docx': REFUSED,
  'docx/zh-poitl-template-iterable_foreach_all.docx': REFUSED,
  'docx/zh-poitl-template-reference_chart.docx': REFUSED,
  'docx/zh-poitl-template-render_include_all.docx': REFUSED,
  'markdown/zh-gb18030.md': REFUSED,
  'pdf/pdf20-PDF_2.0_with_offset_start.pdf': 'text/plain',
  'pdf/qpdf-bad-direct-root.pdf': REFUSED,
  'pdf/qpdf-bad1.pdf': 'text/plain',
  'pdf/zh-truncated-60pc.pdf': REFUSED,
  'questions/corrupt_archive.h5p': 'text/plain',
};
/** Expected error of the import as a book; `file.wrongType` for a file that is not listed. */
const IMPORT: Readonly<Record<string, string>> = {
  'hostile/docx-zipslip.docx': 'archive.unsafeName',
  'hostile/snyk-zip-slip.zip': 'archive.unsafeName',
  'hostile/wrongtype-epub.pdf': 'done',
  'docx/docling-Strict.docx': 'file.wrongType',
  'docx/facts.tsv': 'file.wrongType',
  'docx/poi-crash-517626e815e0afa9decd0ebb6d1dee63fb9907dd.docx': 'archive.damaged',
  'docx/poi-fuzz-POIXWPFFuzzer-5313273089884160.docx': 'archive.damaged',
  'docx/poi-truncated62886.docx': 'archive.damaged',
  'docx/zh-poitl-template-iterable_foreach_all.docx': 'archive.nested',
  'docx/zh-poitl-template-reference_chart.docx': 'archive.nested',
  'docx/zh-poitl-template-render_include_all.docx': 'archive.nested',
  'markdown/zh-advanced-java.zip': 'container.notEpub',
  'markdown/zh-d2l-preliminaries.zip': 'container.notEpub',
  'markdown/zh-gb18030.md': 'file.wrongType',
  'markdown/zh-go-web.zip': 'container.notEpub',
  'markdown/zh-oiwiki-string.zip': 'container.notEpub',
  'pdf/facts.tsv': 'file.wrongType',
  'pdf/ocr-hugemono.pdf': 'file.wrongType',
  'questions/broken-content-json.h5p': 'container.notEpub',
  'questions/corrupt_archive.h5p': 'file.wrongType',
  'questions/gift-pairs-shared.zip': 'container.notEpub',
  'questions/greetingcard1.h5p': 'container.notEpub',
  'questions/invalid-library-directory-name.h5p': 'container.notEpub',
  'questions/qti2-custom-items-2_1-no_schema_location.xml': 'file.wrongType',
  'questions/xss-svg-content-only.h5p': 'container.notEpub',
};

const hostile = listCorpus('hostile', '').filter((name) => !name.endsWith('.epub'));
const others = ['docx', 'pdf', 'markdown', 'questions'].flatMap((folder) => listCorpus(folder, ''));

const importOutcome = async (file: string): Promise<string> => {
  const job = await importFile(importDependenciesOf(shop.platform), corpusPath(file), {});
  return job.findings.find((finding) => finding.severity === 'refused')?.code ?? job.stage;
};

/** Uploads a file and returns its stored type after comparing all stored bytes, or the error code. */
const uploadOutcome = async (file: string): Promise<string> => {
  const bytes = readFileSync(corpusPath(file));
  const { code, message, payload } = await uploadAs(shop, user, file.replace(/^.*\//, ''), bytes);
  if (payload === null) {
    expect(message).toMatch(/^\p{Script=Han}/u);
    return code;
  }
  expect(payload.sizeBytes).toBe(bytes.length);
  return payload.mediaType;
};
const expectedUpload = (file: string): string | undefined => BY_NAME[file] ?? BY_ENDING[file.replace(/^.*\./, '')];

test.each([...hostile, ...others])('the upload of %s as a user file has the expected result', async (file) => {
  expect(await uploadOutcome(file)).toBe(expectedUpload(file));
});

describe('a malicious file', () => {
  test.each(hostile)('%s is rejected as an avatar', async (file) => {
    const { code } = await uploadPictureAs(shop, user, readFileSync(corpusPath(file)));
    expect(code).toBe(file === 'hostile/bomb-avatar-900mp.png' ? 'file.pictureBroken' : REFUSED);
  });

  test.each(hostile)('%s is rejected as a book', async (file) => {
    expect(await importOutcome(file)).toBe(IMPORT[file] ?? 'file.wrongType');
  });
});

test.each(Object.keys(IMPORT).filter((file) => !file.startsWith('hostile/')))('%s is rejected as a book', async (file) => {
  expect(await importOutcome(file)).toBe(IMPORT[file]);
});

test('the corpus contains files of every kind', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(27);
  expect(others.length).toBeGreaterThanOrEqual(137);
});
