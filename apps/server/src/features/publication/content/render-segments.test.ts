import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { PUBLICATION_LIMITS } from '../limits.ts';
import type { RenderedSegment } from './content-model.ts';
import { convertText, inPage, renderAll } from './testing/convert-for-tests.ts';

const sentence = '落霞与孤鹜齐飞,秋水共长天一色。';
const plainText = (characters: number): string => sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);
const paragraphs = (count: number, characters: number): string => `<p>${plainText(characters)}</p>\n`.repeat(count);

const segmentsOf = (body: string): RenderedSegment[] => renderAll(convertText(inPage(body, '<style>p{color:red}</style>')));

interface ElementRecord {
  readonly name: string;
  readonly path: string;
  readonly block: string | undefined;
  readonly id: string | undefined;
  readonly repeated: boolean;
}

/** Returns the elements of a segment with their CFI steps, computed from the segment alone as docs/content-kernel.md describes. */
const elementsIn = (xhtml: string): ElementRecord[] => {
  const records: ElementRecord[] = [];
  const open: { path: string; count: number; repeated: boolean }[] = [{ path: '', count: 0, repeated: false }];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    if (!parent) return;
    const repeated = parent.repeated || tag.attributes['data-repeat'] === 'true';
    const stated = tag.attributes['data-cfi'];
    if (!repeated) parent.count = stated === undefined ? parent.count + 2 : Number(stated.split('/').at(-1));
    const path = open.length === 1 ? '' : (stated ?? `${parent.path}/${parent.count}`);
    records.push({ name: tag.name, path, block: tag.attributes['data-block'], id: tag.attributes.id, repeated });
    open.push({ path, count: 0, repeated });
  });
  parser.on('closetag', () => open.pop());
  parser.write(xhtml).close();
  return records;
};

describe('segments of a document', { timeout: 60_000 }, () => {
  test('a short document is one file under its own address', () => {
    const segments = segmentsOf(paragraphs(10, 500));
    expect(segments).toMatchObject([{ href: 'OEBPS/text/c1.xhtml', startChar: 0, firstBlock: 0, lastBlock: 9, chars: 5_009 }]);
  });
  test('a long document is cut within the limits, continues without a gap and repeats its head', () => {
    const body = `<section>${paragraphs(400, 500)}</section>`;
    const document = convertText(inPage(body));
    const segments = segmentsOf(body);
    let block = 0;
    let char = 0;
    for (const segment of segments) {
      expect(segment.chars).toBeLessThanOrEqual(PUBLICATION_LIMITS.segmentCharsMax);
      expect(segment.chars).toBeGreaterThanOrEqual(PUBLICATION_LIMITS.segmentCharsMin * 0.9);
      expect(segment).toMatchObject({ firstBlock: block, startChar: char });
      expect(segment.xhtml).toContain('<style>p{color:red}</style>');
      block = segment.lastBlock + 1;
      char += segment.chars;
    }
    expect([block, char]).toEqual([document.blocks.length, document.chars]);
    expect(segments[2]?.href).toBe('OEBPS/text/c1.s3.xhtml');
  });
  test('a long document is cut before a heading if there is one', () => {
    const segments = segmentsOf(`${paragraphs(30, 600)}<h2>第二节</h2>${paragraphs(60, 600)}`);
    expect(segments[1]?.xhtml).toMatch(/<body[^>]*>\s*<h2/);
  });
  test('every block is in one segment only, and ids stay unique over all segments', () => {
    const body = `<section id="s"><div id="d" class="k"><ul id="u">${Array.from({ length: 300 }, (_, index) => `<li id="i${index}">${plainText(400)}</li>`).join('')}</ul></div><a id="tail"></a></section>`;
    const elements = segmentsOf(body).flatMap((segment) => elementsIn(segment.xhtml));
    const blocks = elements.flatMap((element) => element.block ?? []);
    const ids = elements.flatMap((element) => element.id ?? []);
    expect(blocks).toEqual(Array.from({ length: 300 }, (_, index) => `b${(index + 1).toString(36)}`));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(304);
  });
  test('each segment contains the CFI steps of its elements in the complete document', () => {
    const body = `<p>头</p><section><h1>一</h1><div>${paragraphs(120, 600)}</div><div><p>尾</p></div></section>`;
    const whole = new Map<string, string>();
    const pages = segmentsOf(body);
    expect(pages.length).toBeGreaterThan(2);
    // With shortened paragraphs the same document is not cut into segments, so its CFI steps are those to expect.
    for (const element of elementsIn(segmentsOf(body.replaceAll(plainText(600), '短'))[0]?.xhtml ?? ''))
      if (element.block) whole.set(element.block, element.path);
    const found = new Map(
      pages.flatMap((page) => elementsIn(page.xhtml)).flatMap((element) => (element.block ? [[element.block, element.path] as const] : [])),
    );
    expect(found).toEqual(whole);
  });
  test('a table is cut between rows and repeats its head', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `<tr><td>${index}</td><td>${plainText(20)}</td></tr>`).join('');
    const segments = segmentsOf(`<table id="t"><thead id="h"><tr><th id="c">号</th><th>文</th></tr></thead><tbody>${rows}</tbody></table>`);
    expect(segments.length).toBeGreaterThan(2);
    for (const segment of segments.slice(1)) {
      expect(segment.xhtml).toContain('<thead aria-hidden="true" data-repeat="true"><tr><th>号</th><th>文</th></tr></thead>');
      expect(elementsIn(segment.xhtml).filter((element) => element.name === 'tr' && !element.repeated).length * 2).toBe(
        segment.lastBlock - segment.firstBlock + 1,
      );
    }
  });
  test('a numbered list continues its numbers', () => {
    const items = Array.from({ length: 100 }, () => `<li>${plainText(600)}</li>`).join('');
    const segments = segmentsOf(`<ol start="5">${items}</ol>`);
    const second = segments[1];
    expect(second?.xhtml).toContain(`value="${5 + (second?.firstBlock ?? 0)}"`);
  });
  test('one very long paragraph becomes several at sentence ends, each within the limits', () => {
    const document = convertText(inPage(`<p id="p" class="k"><i>${plainText(100_000)}</i><ruby>字<rt>zì</rt></ruby></p>`));
    expect(document.findings).toMatchObject([{ code: 'paragraph.cut', severity: 'repaired' }]);
    expect(document.blocks.map((block) => block.text).join('')).toBe(`${plainText(100_000)}字`);
    for (const block of document.blocks.slice(0, -1)) expect(block.text).toMatch(/。$/);
    const segments = renderAll(document);
    expect(segments.every((segment) => segment.chars <= PUBLICATION_LIMITS.segmentCharsMax)).toBe(true);
    expect(segments[1]?.xhtml).toMatch(/<p class="k" data-continued="true"/);
    expect(segments.filter((segment) => segment.xhtml.includes('id="p"'))).toHaveLength(1);
  });
  test('lists only the resources that the segment needs', () => {
    const segments = segmentsOf(`<p><img src="../img/a.png" alt=""/></p>${paragraphs(100, 600)}<p><img src="../img/b.svg" alt=""/></p>`);
    expect(segments[0]?.uses).toEqual(['OEBPS/img/a.png']);
    expect(segments.at(-1)?.uses).toEqual(['OEBPS/img/b.svg']);
  });
});
