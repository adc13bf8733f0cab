import { LIMITS } from '@shufang/contract';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import type { RenderedSegment } from './content-model.ts';
import { convertText, inPage, renderAll } from './testing/convert-for-tests.ts';

const sentence = '落霞与孤鹜齐飞,秋水共长天一色。';
const words = (characters: number): string => sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);
const paragraphs = (count: number, characters: number): string => `<p>${words(characters)}</p>\n`.repeat(count);

const segmentsOf = (body: string): RenderedSegment[] => renderAll(convertText(inPage(body, '<style>p{color:red}</style>')));

interface Placed {
  readonly name: string;
  readonly path: string;
  readonly block: string | undefined;
  readonly id: string | undefined;
  readonly repeated: boolean;
}

/** Elements with their CFI steps, computed from a segment alone as docs/content-kernel.md says an engine does. */
const placesIn = (xhtml: string): Placed[] => {
  const places: Placed[] = [];
  const open: { path: string; count: number; repeated: boolean }[] = [{ path: '', count: 0, repeated: false }];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    if (!parent) return;
    const repeated = parent.repeated || tag.attributes['data-repeat'] === 'true';
    const stated = tag.attributes['data-cfi'];
    if (!repeated) parent.count = stated === undefined ? parent.count + 2 : Number(stated.split('/').at(-1));
    const path = open.length === 1 ? '' : (stated ?? `${parent.path}/${parent.count}`);
    places.push({ name: tag.name, path, block: tag.attributes['data-block'], id: tag.attributes.id, repeated });
    open.push({ path, count: 0, repeated });
  });
  parser.on('closetag', () => open.pop());
  parser.write(xhtml).close();
  return places;
};

describe('segments', { timeout: 60_000 }, () => {
  test('a short document is one file under its own address', () => {
    const segments = segmentsOf(paragraphs(10, 500));
    expect(segments).toMatchObject([{ href: 'OEBPS/text/c1.xhtml', startChar: 0, firstBlock: 0, lastBlock: 9, chars: 5_009 }]);
  });
  test('a long one is cut within the bounds, continues without a gap and repeats its head', () => {
    const body = `<section>${paragraphs(400, 500)}</section>`;
    const document = convertText(inPage(body));
    const segments = segmentsOf(body);
    let block = 0;
    let char = 0;
    for (const segment of segments) {
      expect(segment.chars).toBeLessThanOrEqual(LIMITS.segmentCharsMax);
      expect(segment.chars).toBeGreaterThanOrEqual(LIMITS.segmentCharsMin * 0.9);
      expect(segment).toMatchObject({ firstBlock: block, startChar: char });
      expect(segment.xhtml).toContain('<style>p{color:red}</style>');
      block = segment.lastBlock + 1;
      char += segment.chars;
    }
    expect([block, char]).toEqual([document.blocks.length, document.chars]);
    expect(segments[2]?.href).toBe('OEBPS/text/c1.s3.xhtml');
  });
  test('is cut before a heading where there is one', () => {
    const segments = segmentsOf(`${paragraphs(30, 600)}<h2>第二节</h2>${paragraphs(60, 600)}`);
    expect(segments[1]?.xhtml).toMatch(/<body[^>]*>\s*<h2/);
  });
  test('every block is in one segment only, and ids stay unique over all of them', () => {
    const body = `<section id="s"><div id="d" class="k"><ul id="u">${Array.from({ length: 300 }, (_, index) => `<li id="i${index}">${words(400)}</li>`).join('')}</ul></div><a id="tail"></a></section>`;
    const places = segmentsOf(body).flatMap((segment) => placesIn(segment.xhtml));
    const blocks = places.flatMap((place) => place.block ?? []);
    const ids = places.flatMap((place) => place.id ?? []);
    expect(blocks).toEqual(Array.from({ length: 300 }, (_, index) => `b${(index + 1).toString(36)}`));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(304);
  });
  test('each part tells the steps of its elements in the whole document', () => {
    const body = `<p>头</p><section><h1>一</h1><div>${paragraphs(120, 600)}</div><div><p>尾</p></div></section>`;
    const whole = new Map<string, string>();
    const pages = segmentsOf(body);
    expect(pages.length).toBeGreaterThan(2);
    // The same document with each paragraph shortened is not cut: its steps are the truth.
    for (const place of placesIn(segmentsOf(body.replaceAll(words(600), '短'))[0]?.xhtml ?? ''))
      if (place.block) whole.set(place.block, place.path);
    const found = new Map(
      pages.flatMap((page) => placesIn(page.xhtml)).flatMap((place) => (place.block ? [[place.block, place.path] as const] : [])),
    );
    expect(found).toEqual(whole);
  });
  test('a table is cut between rows and shows its head again', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `<tr><td>${index}</td><td>${words(20)}</td></tr>`).join('');
    const segments = segmentsOf(`<table id="t"><thead id="h"><tr><th id="c">号</th><th>文</th></tr></thead><tbody>${rows}</tbody></table>`);
    expect(segments.length).toBeGreaterThan(2);
    for (const segment of segments.slice(1)) {
      expect(segment.xhtml).toContain('<thead aria-hidden="true" data-repeat="true"><tr><th>号</th><th>文</th></tr></thead>');
      expect(placesIn(segment.xhtml).filter((place) => place.name === 'tr' && !place.repeated).length * 2).toBe(
        segment.lastBlock - segment.firstBlock + 1,
      );
    }
  });
  test('a numbered list goes on counting', () => {
    const items = Array.from({ length: 100 }, () => `<li>${words(600)}</li>`).join('');
    const segments = segmentsOf(`<ol start="5">${items}</ol>`);
    const second = segments[1];
    expect(second?.xhtml).toContain(`value="${5 + (second?.firstBlock ?? 0)}"`);
  });
  test('one endless paragraph becomes several at sentence ends, each within the bounds', () => {
    const document = convertText(inPage(`<p id="p" class="k"><i>${words(100_000)}</i><ruby>字<rt>zì</rt></ruby></p>`));
    expect(document.findings).toMatchObject([{ code: 'paragraph.cut', severity: 'repaired' }]);
    expect(document.blocks.map((block) => block.text).join('')).toBe(`${words(100_000)}字`);
    for (const block of document.blocks.slice(0, -1)) expect(block.text).toMatch(/。$/);
    const segments = renderAll(document);
    expect(segments.every((segment) => segment.chars <= LIMITS.segmentCharsMax)).toBe(true);
    expect(segments[1]?.xhtml).toMatch(/<p class="k" data-continued="true"/);
    expect(segments.filter((segment) => segment.xhtml.includes('id="p"'))).toHaveLength(1);
  });
  test('names only the resources that its own part needs', () => {
    const segments = segmentsOf(`<p><img src="../img/a.png" alt=""/></p>${paragraphs(100, 600)}<p><img src="../img/b.svg" alt=""/></p>`);
    expect(segments[0]?.uses).toEqual(['OEBPS/img/a.png']);
    expect(segments.at(-1)?.uses).toEqual(['OEBPS/img/b.svg']);
  });
});
