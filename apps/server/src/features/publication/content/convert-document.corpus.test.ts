import { BLOCK_ATTRIBUTE, UNCOUNTED_ELEMENTS } from '@shufang/contract';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { makePassages } from '../text-index/passages.ts';
import { assignBlockIds } from './assign-block-ids.ts';
import { sketchOf } from './block-sketch.ts';
import { cleanCss } from './clean-css.ts';
import type { ConvertedDocument } from './content-model.ts';
import { convertDocument } from './convert-document.ts';
import { decodeText } from './decode-text.ts';
import { collectFindings } from './findings.ts';
import { convertText, inPage, renderAll, resolveAmong } from './testing/convert-for-tests.ts';
import { listCorpus, readCorpusFile, unpackCorpusBook } from './testing/corpus.ts';
import { findHarm } from './testing/find-harm.ts';

const isDocument = (name: string): boolean => /\.x?html?$/i.test(name);

const convertBook = (book: string): ConvertedDocument[] => {
  const files = unpackCorpusBook(book);
  const names = new Set(files.keys());
  return [...files]
    .filter(([name]) => isDocument(name) || (name.endsWith('.svg') && book.startsWith('hostile')))
    .map(([href, bytes]) =>
      convertDocument({
        bytes,
        href,
        mediaType: href.endsWith('.svg') ? 'image/svg+xml' : 'application/xhtml+xml',
        language: 'zh',
        resolve: resolveAmong(names, href),
      }),
    );
};

/** Returns the blocks of served markup as the reading engine finds them, by [Note: block text], with an independent parser. */
const servedBlocks = (xhtml: string): Map<string, string> => {
  const blocks = new Map<string, string>();
  const open: { block: string | undefined; counted: boolean }[] = [{ block: undefined, counted: true }];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', (tag) => {
    const around = open.at(-1);
    const block = tag.attributes[BLOCK_ATTRIBUTE];
    if (block !== undefined) {
      expect(blocks.has(block)).toBe(false);
      blocks.set(block, '');
    }
    open.push({ block: block ?? around?.block, counted: around?.counted === true && !UNCOUNTED_ELEMENTS.has(tag.name.toLowerCase()) });
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => {
    const blocksHere = open.at(-1);
    if (blocksHere?.counted && blocksHere.block !== undefined) blocks.set(blocksHere.block, (blocks.get(blocksHere.block) ?? '') + text);
  });
  parser.write(xhtml).close();
  return blocks;
};

/** Lists problems of served markup: it must be harmless, well-formed, and have exactly the blocks and characters of the index. */
const problemsOf = (document: ConvertedDocument): string[] => {
  const problems: string[] = [];
  let char = 0;
  let block = 0;
  for (const segment of renderAll(document)) {
    problems.push(...findHarm(segment.xhtml));
    if (segment.startChar !== char || (document.blocks.length > 0 && segment.firstBlock !== block))
      problems.push(`${segment.href} does not continue`);
    const served = servedBlocks(segment.xhtml);
    for (const [id, text] of served) {
      if (text !== document.blocks[Number.parseInt(id.slice(1), 36) - 1]?.text) problems.push(`${segment.href} ${id}: ${text}`);
    }
    block += served.size;
    char += segment.chars;
    if (segment.lastBlock > segment.firstBlock && segment.chars > PUBLICATION_LIMITS.segmentCharsMax)
      problems.push(`${segment.href} is too long`);
  }
  if (char !== document.chars || block !== document.blocks.length) problems.push(`${document.href} lost something`);
  return problems;
};

describe('real books', () => {
  test.each(listCorpus('epub-books', '.epub'))('%s is served completely and well-formed', (book) => {
    const documents = convertBook(book);
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.flatMap(problemsOf)).toEqual([]);
    expect(documents.flatMap((document) => document.findings).filter((finding) => finding.code === 'xml.repaired')).toEqual([]);
  });
  test.each([
    ['zh-hant-daxue-gb18030', '大學之道'],
    ['zh-hant-daxue-utf16', '大學之道'],
    ['zh-lunyu', '学而时习之'],
  ])('%s reads %s, whatever its encoding', (book, expectedText) => {
    const text = convertBook(`epub-books/${book}.epub`)
      .flatMap((document) => document.blocks.map((block) => block.text))
      .join('\n');
    expect(text.includes(expectedText)).toBe(true);
    expect(text.includes('\ufffd')).toBe(false);
  });
  test('ruby readings are in the page and not in the text', () => {
    const document = convertBook('epub-books/zh-hant-sanzijing-ruby.epub').find((candidate) => candidate.blocks.length > 100);
    expect(renderAll(document ?? convertText(''))[0]?.xhtml).toContain('<rt>');
    expect(document?.blocks.map((block) => block.text).join('')).not.toMatch(/[a-zāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]{3}/);
  });
  test('every formula of the mathematics book survives', () => {
    const count = convertBook('epub-books/zh-oiwiki-string.epub').reduce((sum, document) => sum + document.counts.formulas, 0);
    expect(count).toBe(3_287);
  });
  test('a new edition with an additional paragraph keeps all other ids', () => {
    const blocks = convertBook('epub-books/zh-lunyu.epub').flatMap((document) => document.blocks);
    const first = assignBlockIds([], blocks, 1);
    const previous = blocks.map(({ hash, text }, index) => ({
      id: first.ids[index] ?? '',
      hash,
      sketch: sketchOf(text),
      chars: text.length,
    }));
    const revised = [...blocks.slice(0, 50), { kind: 'paragraph' as const, text: '本版新增的一段。', hash: 'new' }, ...blocks.slice(50)];
    const { ids } = assignBlockIds(previous, revised, first.next);
    expect(ids.toSpliced(50, 1)).toEqual(first.ids);
  });
  test('passages cover the text of a novel', () => {
    const blocks = convertBook('epub-books/se-war-and-peace.epub').flatMap((document) => document.blocks);
    const passages = makePassages(blocks.map((block, index) => ({ id: `b${index}`, text: block.text, heading: block.kind === 'heading' })));
    const length = (texts: readonly string[]): number => texts.join('').replace(/\n/g, '').length;
    expect(length(passages.map((passage) => passage.text))).toBe(
      length(blocks.filter((block) => block.text.trim() !== '').map((block) => block.text.replace(/\n/g, ' '))),
    );
  });
});

describe('books of test suites, valid and invalid', () => {
  test.each(['epub-samples', 'epub-a11y', 'epub-tests', 'epub-invalid'])('all of %s are served well-formed', (folder) => {
    expect(listCorpus(folder, '.epub').flatMap((book) => convertBook(book).flatMap(problemsOf))).toEqual([]);
  });
});

describe('hostile books', () => {
  test.each(
    listCorpus('hostile', '.epub').filter((book) => /\/(?:active|xml|svg|scale|pkg|meta)-/.test(book) && !book.includes('scale-10000')),
  )('%s is harmless and its conversion ends', (book) => {
    expect(convertBook(book).flatMap(problemsOf)).toEqual([]);
  });
  test('style sheets of the entire collection are harmless after cleaning', () => {
    let sheets = 0;
    for (const folder of ['epub-books', 'epub-samples', 'epub-tests', 'epub-invalid', 'hostile']) {
      for (const book of listCorpus(folder, '.epub').filter((name) => !name.includes('/bomb-'))) {
        const files = unpackCorpusBook(book);
        for (const [href, bytes] of files) {
          if (!href.endsWith('.css')) continue;
          sheets += 1;
          const { css } = cleanCss(decodeText(bytes, collectFindings(href)), resolveAmong(new Set(files.keys()), href), { href });
          expect(
            findHarm(`<style xmlns="http://www.w3.org/1999/xhtml">${css.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</style>`),
          ).toEqual([]);
        }
      }
    }
    expect(sheets).toBeGreaterThan(100);
  });
  const vectors: { title?: string; payload: string }[] = JSON.parse(new TextDecoder().decode(readCorpusFile('text/dompurify-shared.json')));
  test.each(vectors.map((vector, index) => [index, vector.title ?? '', vector.payload] as const))(
    'vector %i leaves nothing that executes: %s',
    (_index, _title, payload) => {
      // Each malicious markup is tried inside a well-formed page, inside a page that is not closed, and alone.
      for (const markup of [inPage(payload), `<html><body>${payload}`, payload]) {
        for (const segment of renderAll(convertText(markup))) expect(findHarm(segment.xhtml)).toEqual([]);
      }
    },
  );
  test('strings that break programs stay unchanged', () => {
    const strings = JSON.parse(new TextDecoder().decode(readCorpusFile('text/naughty-strings.json'))) as string[];
    expect(strings.length).toBeGreaterThan(500);
    for (const value of strings) {
      const escaped = value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#13;');
      const document = convertText(inPage(`<p>·${escaped}·</p>`));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML cannot hold are taken out
      const expected = value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
      expect(document.blocks[0]?.text).toBe(`·${expected}·`);
      expect(problemsOf(document)).toEqual([]);
    }
  });
});
