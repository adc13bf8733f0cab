/** Tests of books with a document that the converter throws an error for; no file is known that makes it throw one. */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import * as content from '../content/convert-document.ts';
import { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { makeEpub, makeTemporaryFolder } from '../testing/make-epub.ts';
import type { DocumentFailure } from './conversion-model.ts';
import { convertPublication } from './convert-publication.ts';

const { folder, file, remove } = makeTemporaryFolder();
afterAll(remove);

const { error } = vi.hoisted(() => ({ error: { current: new Error('') } }));
vi.mock('../content/convert-document.ts', async (load) => {
  const original = await load<typeof content>();
  return {
    convertDocument: (source: Parameters<typeof content.convertDocument>[0]) => {
      if (Buffer.from(source.bytes).includes('毒')) throw error.current;
      return original.convertDocument(source);
    },
  };
});

const convert = async (...chapters: (readonly [string, ...string[]])[]) => {
  const failures: DocumentFailure[] = [];
  const ignore = (): void => undefined;
  const input = {
    sourcePath: file('a.epub', makeEpub({ chapters })),
    fileName: 'a.epub',
    folder: mkdtempSync(path.join(folder, 'run-')),
    previousBlocks: [],
    nextBlockNumber: 1,
  };
  const result = await convertPublication(input, new Findings(), {
    progress: ignore,
    rows: ignore,
    converted: ignore,
    documentFailed: (failure) => void failures.push(failure),
  });
  return { result, failures };
};

test('a document that cannot be converted is replaced by a sentence, and the rest of the book is imported', async () => {
  error.current = new RangeError('Maximum call stack size exceeded');
  const { result, failures } = await convert(['一', '学而时习之'], ['二', '毒'], ['三', '有朋自远方来']);
  expect(result.manifest.readingOrder.map(({ href }) => href)).toEqual(['OEBPS/c1.xhtml', 'OEBPS/c2.xhtml', 'OEBPS/c3.xhtml']);
  expect(result.manifest.toc[1]).toMatchObject({ title: '二', href: 'OEBPS/c2.xhtml' });
  expect(result.findings).toContainEqual(
    expect.objectContaining({ severity: 'dropped', code: 'document.failed', path: 'OEBPS/c2.xhtml', count: 1 }),
  );
  expect(failures).toEqual([{ path: 'OEBPS/c2.xhtml', message: error.current.message, stack: error.current.stack }]);
});

test('a book of which no document can be converted is not imported', async () => {
  error.current = new TypeError('a bug');
  await expect(convert(['一', '毒'], ['二', '毒'])).rejects.toBe(error.current);
});

test.each([
  new ImportRefusal('archive.tooLarge', '书的内容过大，超过导入上限'),
  Object.assign(new Error('no space left on device'), { syscall: 'write', code: 'ENOSPC' }),
])('an error that is not of the document stops the import: $message', async (reason) => {
  error.current = reason;
  await expect(convert(['一', '学而时习之'], ['二', '毒'])).rejects.toBe(reason);
});
