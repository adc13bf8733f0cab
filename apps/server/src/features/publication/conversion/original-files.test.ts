import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { convertInProcess } from '../testing/convert-in-process.ts';
import { makeEpub, makeTemporaryFolder } from '../testing/make-epub.ts';

const { folder, file, remove } = makeTemporaryFolder();
afterAll(remove);

const page = (head: string, body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>页</title>${head}</head><body>${body}</body></html>`;
const item = (id: string, href: string, mediaType: string, more = ''): string =>
  `<item id="${id}" href="${href}" media-type="${mediaType}" ${more}/>`;
const XHTML = 'application/xhtml+xml';
const SCRIPTED = page(
  '<script src="js/run.js"></script><link rel="stylesheet" href="a.css"/>',
  '<p>算一算</p><iframe src="part.xhtml"/><a href="c1.xhtml">第一章</a>',
);

test('the original files of a scripted document are stored unchanged, with all that it needs and nothing else', async () => {
  const runFolder = path.join(folder, 'run');
  mkdirSync(runFolder);
  const epub = makeEpub({
    manifest: [
      item('s', 's.xhtml', XHTML, 'properties="scripted"'),
      item('j', 'js/run.js', 'text/javascript'),
      item('d', 'js/data%20one.js', 'application/javascript'),
      item('a', 'a.css', 'text/css'),
      item('b', 'bild.svg', 'image/svg+xml'),
      item('p', 'part.xhtml', XHTML),
      item('o', 'other.css', 'text/css'),
    ].join(''),
    spine: '<itemref idref="s"/>',
    files: {
      'OEBPS/s.xhtml': SCRIPTED,
      'OEBPS/js/run.js': "const name = 'data%20one.js'; document.title = name;",
      'OEBPS/js/data one.js': 'window.pwned = 1;',
      'OEBPS/a.css': 'p { background: url("bild.svg") }',
      'OEBPS/bild.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="go()"/>',
      'OEBPS/part.xhtml': page('', '<p>框</p>'),
      'OEBPS/other.css': 'p { color: red }',
    },
  });
  const input = { sourcePath: file('a.epub', epub), fileName: 'a.epub', folder: runFolder, previousBlocks: [], nextBlockNumber: 1 };
  const ignore = () => undefined;
  const listener = { progress: ignore, rows: ignore, converted: ignore, documentFailed: ignore };
  const { result } = await convertInProcess(input, listener, new AbortController().signal);

  const originals = result.resources.filter(({ isOriginal }) => isOriginal === true);
  expect(originals.map(({ href, mediaType, usedBy }) => [href, mediaType, usedBy]).toSorted()).toEqual([
    ['OEBPS/a.css', 'text/css', [2]],
    ['OEBPS/bild.svg', 'image/svg+xml', [2]],
    ['OEBPS/js/data one.js', 'text/javascript', [2]],
    ['OEBPS/js/run.js', 'text/javascript', [2]],
    ['OEBPS/part.xhtml', XHTML, [2]],
    ['OEBPS/s.xhtml', XHTML, [2]],
  ]);
  const stored = originals.find(({ href }) => href === 'OEBPS/s.xhtml');
  const object = result.objects.find(({ sha256 }) => sha256 === stored?.sha256);
  const start = (object?.offset ?? 0) + (stored?.part?.start ?? 0);
  const bytes = readFileSync(path.join(runFolder, object?.file ?? '')).subarray(start, start + (stored?.part?.bytes ?? 0));
  expect(bytes.toString()).toBe(SCRIPTED);
  expect(result.manifest.readingOrder.map(({ original }) => original)).toEqual([undefined, undefined, { href: 'OEBPS/s.xhtml' }]);
});
