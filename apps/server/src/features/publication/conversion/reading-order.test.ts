import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { ImportRefusal } from '../import-refusal.ts';
import { convertInProcess } from '../testing/convert-in-process.ts';
import { type BookOptions, makeEpub, makeTemporaryFolder } from '../testing/make-epub.ts';

const { folder, file, remove } = makeTemporaryFolder();
afterAll(remove);

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const page = (body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>页</title></head><body>${body}</body></html>`;
const svgOf = (href: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="${href}" width="10" height="10"/></svg>`;
const META = '<dc:title>书</dc:title><dc:language>zh</dc:language>';

let runs = 0;
const convert = async (parts: BookOptions) => {
  const runFolder = path.join(folder, `run-${++runs}`);
  mkdirSync(runFolder);
  const input = {
    sourcePath: file(`${runs}.epub`, makeEpub(parts)),
    fileName: 'a.epub',
    folder: runFolder,
    previousBlocks: [],
    nextBlockNumber: 1,
  };
  const ignore = () => undefined;
  const listener = { progress: ignore, rows: ignore, converted: ignore, documentFailed: ignore };
  const { result } = await convertInProcess(input, listener, new AbortController().signal);
  const textOf = (href: string): string => {
    const row = result.resources.find((resource) => resource.href === href);
    const object = result.objects.find(({ sha256 }) => sha256 === row?.sha256);
    if (!row || !object) throw new Error(`no ${href}`);
    const start = object.offset + (row.part?.start ?? 0);
    const bytes = readFileSync(path.join(runFolder, object.file)).subarray(start, start + (row.part?.bytes ?? object.bytes));
    return (row.encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  };
  const order = result.manifest.readingOrder;
  return { ...result, order, textOf, codes: result.findings.map(({ code }) => code) };
};

describe('documents of the reading order', () => {
  test('a repeated file is a document each time, and links lead to the first', async () => {
    const { order, manifest } = await convert({ spine: '<itemref idref="c1"/><itemref idref="c1"/>' });
    const hrefs = order.map(({ href }) => href);
    expect(hrefs.filter((href) => /c1/.test(href))).toEqual(['OEBPS/c1.xhtml', 'OEBPS/c1-2.xhtml', 'OEBPS/c1-3.xhtml']);
    expect(manifest.toc[0]?.href?.replace(/#.*/, '')).toBe('OEBPS/c1.xhtml');
  });

  test('an image is a page of its size in a fixed layout, with the text of its fallback as alternative text', async () => {
    const { order, textOf } = await convert({
      metadata: `${META}<meta property="rendition:layout">pre-paginated</meta>`,
      manifest:
        '<item id="i" href="i.png" media-type="image/png" fallback="f"/><item id="f" href="f.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="i"/>',
      files: { 'OEBPS/i.png': PNG, 'OEBPS/f.xhtml': page('<p>一只苹果</p>') },
    });
    const image = order.find(({ href }) => href === 'OEBPS/i.png.xhtml');
    expect(image).toMatchObject({ layout: 'fixed', viewport: { width: 1, height: 1 } });
    expect(textOf('OEBPS/i.png.xhtml')).toContain('alt="一只苹果"');
  });

  test('the fallback of an image is refused for its entities as any document is', async () => {
    const converting = convert({
      manifest:
        '<item id="i" href="i.png" media-type="image/png" fallback="f"/><item id="f" href="f.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="i"/>',
      files: { 'OEBPS/i.png': PNG, 'OEBPS/f.xhtml': `<!DOCTYPE html [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${page('<p>&b;</p>')}` },
    });
    await expect(converting).rejects.toThrow(ImportRefusal);
  });

  test('a scripted document is replaced by its fallback', async () => {
    const { order, codes } = await convert({
      manifest:
        '<item id="s" href="s.xhtml" media-type="application/xhtml+xml" properties="scripted" fallback="f"/><item id="f" href="f.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="s"/>',
      files: { 'OEBPS/s.xhtml': page('<p>要脚本</p>'), 'OEBPS/f.xhtml': page('<p>不要脚本</p>') },
    });
    expect(order.map(({ href }) => href)).toContain('OEBPS/f.xhtml');
    expect(order.map(({ href }) => href)).not.toContain('OEBPS/s.xhtml');
    expect(codes).toContain('spine.fallback');
  });

  test('the manifest says where a book opens that starts with its table of contents', async () => {
    const { manifest } = await convert({
      chapters: [],
      files: { 'OEBPS/one.xhtml': page('<p>一</p>'), 'OEBPS/two.xhtml': page('<p>二</p>') },
      manifest:
        '<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="two" href="two.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="nav"/><itemref idref="one"/><itemref idref="two"/>',
    });
    expect(manifest.readingOrder.map(({ href }) => href)).toEqual(['OEBPS/nav.xhtml', 'OEBPS/one.xhtml', 'OEBPS/two.xhtml']);
    expect(manifest.metadata.startHref).toBe('OEBPS/one.xhtml');
    expect((await convert({})).manifest.metadata.startHref).toBeUndefined();
  });

  test('the manifest says whether there are documents of both layouts', async () => {
    const both = await convert({
      files: { 'OEBPS/f.xhtml': page('<p>固定</p>') },
      manifest: '<item id="f" href="f.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="f" properties="rendition:layout-pre-paginated"/>',
    });
    expect(both.manifest.metadata.hasBothLayouts).toBe(true);
    expect((await convert({})).manifest.metadata.hasBothLayouts).toBeUndefined();
  });
});

describe('files of the book', () => {
  test('an image that cannot be shown is replaced by its fallback', async () => {
    const { resources, codes } = await convert({
      chapters: [['章', '<img src="i.psd" alt="图"/>']],
      manifest:
        '<item id="i" href="i.psd" media-type="image/vnd.adobe.photoshop" fallback="p"/><item id="p" href="p.png" media-type="image/png"/>',
      files: { 'OEBPS/i.psd': '8BPS', 'OEBPS/p.png': PNG },
    });
    expect(resources.map(({ href }) => href)).toContain('OEBPS/p.png');
    expect(codes).toContain('resource.fallback');
  });

  test.each([
    [
      'fallbacks',
      'a.bin',
      `<item id="a1" href="a.bin" media-type="text/css"/><item id="a2" href="a.bin" media-type="x/x" fallback="b1"/>
      <item id="b1" href="b.bin" media-type="text/css"/><item id="b2" href="b.bin" media-type="x/x" fallback="a1"/>`,
      { 'OEBPS/a.bin': 'p{}', 'OEBPS/b.bin': 'p{}' },
    ],
    [
      'pictures',
      'a.svg',
      '<item id="a" href="a.svg" media-type="image/svg+xml"/><item id="b" href="b.svg" media-type="image/svg+xml"/>',
      { 'OEBPS/a.svg': svgOf('b.svg'), 'OEBPS/b.svg': svgOf('a.svg') },
    ],
  ])('%s that lead back to themselves are cut', async (_, href, manifest, files) => {
    const { codes } = await convert({ chapters: [['章', `<img src="${href}" alt="图"/>`]], manifest, files });
    expect(codes).toContain('resource.loop');
  });

  test('a file that is not listed is not shown in EPUB 3', async () => {
    const { resources, codes } = await convert({ chapters: [['章', '<img src="p.png" alt="图"/>']], files: { 'OEBPS/p.png': PNG } });
    expect(resources.map(({ href }) => href)).not.toContain('OEBPS/p.png');
    expect(codes).toContain('resource.unlisted');
  });
});

describe('the language of a document that states none', () => {
  const languageOf = async (language: string, body: string): Promise<string | undefined> => {
    const { textOf } = await convert({
      metadata: `<dc:title>书</dc:title><dc:language>${language}</dc:language>`,
      files: { 'OEBPS/c1.xhtml': page(body) },
    });
    return /<html[^>]* lang="([^"]*)"/.exec(textOf('OEBPS/c1.xhtml'))?.[1];
  };
  test.each([
    ['zh-Hant', '<p>學而時習之，不亦說乎？</p>', 'zh-Hant'],
    ['zh', '<p>Call me Ishmael.</p>', undefined],
    ['ja', '<p>吾輩は猫である。</p>', 'ja'],
    ['en', '<p>Call me Ishmael.</p>', undefined],
  ])('with the package language %s, %s has the language %s', async (language, body, expected) => {
    expect(await languageOf(language, body)).toBe(expected);
  });
});
