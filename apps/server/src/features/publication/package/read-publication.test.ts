import { afterAll, describe, expect, test } from 'vitest';
import { openArchive } from '../archive/archive.ts';
import { Findings } from '../findings.ts';
import { type BookOptions, makeEpub, makeTemporaryFolder } from '../testing/make-epub.ts';
import { deobfuscate } from './encryption.ts';
import type { NavigationLink } from './navigation.ts';
import { readPublication } from './read-publication.ts';

const { file, remove } = makeTemporaryFolder();
afterAll(remove);

const read = (parts: BookOptions = {}) => {
  const findings = new Findings();
  const archive = openArchive(file('b.epub', makeEpub(parts)), findings);
  const publication = readPublication(archive, findings);
  archive.close();
  return { ...publication, metadata: publication.document.metadata, codes: findings.list().map((finding) => finding.code) };
};
const refusalOf = (parts: BookOptions): unknown => {
  try {
    read(parts);
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};
const titles = (links: readonly NavigationLink[]): unknown[] =>
  links.map((link) => (link.children.length > 0 ? [link.title, titles(link.children)] : link.title));

describe('metadata of a package', () => {
  test('reads EPUB 3 contributors by role and order, title and subtitle, ISBN, accessibility', () => {
    const { metadata } = read({
      packageAttributes: 'dir="ltr"',
      metadata: `<dc:identifier id="id">urn:isbn:978-7-04-039663-8</dc:identifier><dc:title id="t2">下册</dc:title><dc:title id="t1">线性代数</dc:title>
        <meta refines="#t1" property="title-type">main</meta><meta refines="#t2" property="title-type">subtitle</meta>
        <dc:language>zh-CN</dc:language><dc:language>en</dc:language>
        <dc:creator id="a">乙</dc:creator><meta refines="#a" property="display-seq">2</meta><dc:creator id="b">甲</dc:creator><meta refines="#b" property="display-seq">1</meta>
        <dc:contributor id="c">丙</dc:contributor><meta refines="#c" property="role" scheme="marc:relators">trl</meta>
        <dc:description>&lt;p&gt;第一版&amp;nbsp;说明&lt;/p&gt;</dc:description><meta property="dcterms:modified">2024-01-02T03:04:05Z</meta>
        <meta property="schema:accessMode">textual</meta><meta property="schema:accessibilityFeature">MathML</meta><meta property="rendition:spread">both</meta>`,
    });
    expect(metadata).toMatchObject({
      title: '线性代数',
      subtitle: '下册',
      isbn: '9787040396638',
      languages: ['zh-CN', 'en'],
      description: '第一版 说明',
      modified: '2024-01-02T03:04:05Z',
      titleDirection: 'ltr',
      spread: 'both',
      contributors: [
        { name: '甲', role: 'author' },
        { name: '乙', role: 'author' },
        { name: '丙', role: 'translator' },
      ],
      accessibility: { accessModes: ['textual'], features: ['MathML'] },
    });
  });
  test.each([
    ['<dc:publisher>人民邮电出版社</dc:publisher>', undefined],
    ['<dc:publisher>台北：联经</dc:publisher>', '台北'],
    ['<dc:publisher>联经</dc:publisher><meta property="schema:locationCreated">台北</meta>', '台北'],
    ['<dc:publisher id="p">台北：联经</dc:publisher><meta refines="#p" property="marcrel:pup"> 新北 </meta>', '新北'],
    [`<dc:publisher>联经</dc:publisher><meta property="pup">${'某路某号'.repeat(11)}</meta>`, undefined],
  ])('the place of publication of %s is %s', (metadata, city) => {
    expect(read({ metadata: `<dc:title>书</dc:title>${metadata}` }).metadata.placeOfPublication).toBe(city);
  });
  test.each([
    ['dir="ltr"', 'dir="rtl"', 'rtl'],
    ['dir="rtl"', '', 'rtl'],
    ['dir="rtl"', 'dir="auto"', undefined],
    ['', '', undefined],
  ])('with %j on the package and %j on the title, the title is %s', (packageAttributes, own, direction) => {
    const { metadata } = read({ packageAttributes, metadata: `<dc:title ${own}>CSS: הרפתקה</dc:title>` });
    expect(metadata.titleDirection).toBe(direction);
  });
  test.each([
    ['roll', 'scrolled-doc', 'fixed', 'scrolled-continuous'],
    ['pre-paginated', 'scrolled-doc', 'fixed', undefined],
    ['reflowable', 'scrolled-doc', 'reflowable', 'scrolled-doc'],
  ])('the layout %s with the flow %s is %s and %s', (stated, flow, layout, result) => {
    const { metadata } = read({
      metadata: `<dc:title>书</dc:title><meta property="rendition:layout">${stated}</meta><meta property="rendition:flow">${flow}</meta>`,
    });
    expect([metadata.layout, metadata.flow]).toEqual([layout, result]);
  });
  test('reads EPUB 2 roles, dates and ISBN from attributes, and the first of several titles', () => {
    const { metadata } = read({
      metadata: `<dc:title>甲书</dc:title><dc:title>别名</dc:title><dc:creator opf:role="edt">某编</dc:creator><dc:contributor opf:role="bkp">calibre</dc:contributor>
        <dc:identifier opf:scheme="ISBN">7-04-039663-5</dc:identifier><dc:date opf:event="creation">2001</dc:date><dc:date opf:event="publication">2002</dc:date>`,
    });
    expect(metadata).toMatchObject({ title: '甲书', published: '2002', contributors: [{ name: '某编', role: 'editor' }] });
  });
  test('rejects an ISBN with a wrong check digit', () => {
    expect(
      read({ metadata: '<dc:title>书</dc:title><dc:identifier>urn:isbn:9787040396639</dc:identifier>' }).metadata.isbn,
    ).toBeUndefined();
  });
});

describe('reading order', () => {
  test('reads direction, spreads and linear, keeps repeated items and drops unknown ones', () => {
    const { document, codes } = read({
      spineAttributes: 'page-progression-direction="rtl"',
      spine: '<itemref idref="c1"/><itemref idref="nobody"/><itemref idref="nav" linear="no" properties="rendition:page-spread-left"/>',
    });
    expect(document.progression).toBe('rtl');
    expect(document.spine.map((item) => [item.item.id, item.linear, item.properties])).toEqual([
      ['c1', true, []],
      ['c2', true, []],
      ['c1', true, []],
      ['nav', false, ['page-spread-left']],
    ]);
    expect(codes).toEqual(['spine.unknownItem']);
  });
  test('keeps at most 100 repetitions', () => {
    const { document, codes } = read({ spine: '<itemref idref="c1"/>'.repeat(150) });
    expect(document.spine.filter((item) => item.item.id === 'c1')).toHaveLength(101);
    expect(codes).toEqual(['spine.repeatedItem']);
  });
  test.each([
    ['', 'ar', 'rtl'],
    ['', 'he-IL', 'rtl'],
    ['', 'pa-Arab', 'rtl'],
    ['', 'ar-Latn', 'ltr'],
    ['', 'arn', 'ltr'],
    ['page-progression-direction="default"', 'fa', 'rtl'],
    ['page-progression-direction="ltr"', 'ar', 'ltr'],
    ['page-progression-direction="rtl"', 'zh', 'rtl'],
  ])('with %j and the language %s the pages go %s', (spineAttributes, language, progression) => {
    const { document } = read({ spineAttributes, metadata: `<dc:title>书</dc:title><dc:language>${language}</dc:language>` });
    expect(document.progression).toBe(progression);
  });
  test('matches a name in another letter case and reports it', () => {
    const { codes } = read({ manifest: '<item id="x" href="NAV.xhtml" media-type="application/xhtml+xml"/>' });
    expect(codes).toEqual(['manifest.looseName']);
  });
  test.each<[string, BookOptions, string]>([
    ['climbs out of the book', { manifest: '<item id="x" href="../../../etc/passwd" media-type="text/css"/>' }, 'package.outside'],
    [
      'climbs out by percent signs',
      { manifest: '<item id="x" href="%2e%2e/%2e%2e/etc/passwd" media-type="text/css"/>' },
      'package.outside',
    ],
    [
      'points at a file of this machine',
      { manifest: '<item id="x" href="file:///etc/passwd" media-type="text/css"/>' },
      'package.forbiddenAddress',
    ],
    ['points at a script', { manifest: '<item id="x" href="javascript:alert(1)" media-type="text/css"/>' }, 'package.forbiddenAddress'],
    ['has an empty package', { files: { 'OEBPS/content.opf': '<package/>' } }, 'package.empty'],
    ['has no chapter', { files: { 'OEBPS/c1.xhtml': undefined, 'OEBPS/c2.xhtml': undefined } }, 'package.noChapters'],
    [
      'has a container that points outside',
      { files: { 'META-INF/container.xml': '<container><rootfiles><rootfile full-path="../../etc/passwd"/></rootfiles></container>' } },
      'container.outside',
    ],
    [
      'reads files by an entity',
      { files: { 'META-INF/container.xml': '<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]><container>&x;</container>' } },
      'xml.entity',
    ],
    [
      'multiplies entities',
      { files: { 'OEBPS/content.opf': '<!DOCTYPE p [<!ENTITY a "哈"><!ENTITY b "&a;&a;">]><package>&b;</package>' } },
      'xml.entity',
    ],
    ['is no book', { files: { 'META-INF/container.xml': undefined, 'OEBPS/content.opf': undefined } }, 'container.notEpub'],
  ])('refuses a book that %s', (_, parts, code) => {
    expect(refusalOf(parts)).toBe(code);
  });
  test('finds the only package document when the container is missing', () => {
    expect(read({ files: { 'META-INF/container.xml': undefined } }).codes).toEqual(['container.missing']);
  });
});

describe('navigation of a package', () => {
  test('reads page list and landmarks, alternative text of images, and headings without links', () => {
    const { navigation } = read({
      nav: `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
        <nav epub:type="toc"><ol><li><span>上编</span><ol><li><a href="c1.xhtml"><img src="x.png" alt="学而篇"/></a></li><li><a href="c2.xhtml"><ruby>为<rt>wéi</rt></ruby>政</a></li></ol></li></ol></nav>
        <nav epub:type="page-list"><ol><li><a href="c1.xhtml#p1">1</a></li></ol></nav>
        <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c1.xhtml">正文</a></li></ol></nav></body></html>`,
    });
    expect(titles(navigation.toc)).toEqual([['上编', ['学而篇', '为政']]]);
    expect(navigation.toc[0]?.path).toBeUndefined();
    expect(navigation.pageList[0]).toMatchObject({ title: '1', path: 'OEBPS/c1.xhtml', fragment: 'p1' });
    expect(navigation.landmarks[0]).toMatchObject({ role: 'bodymatter', path: 'OEBPS/c1.xhtml' });
  });
  test('reads an NCX where there is no navigation document', () => {
    const { navigation } = read({
      files: {
        'OEBPS/nav.xhtml': undefined,
        'OEBPS/toc.ncx': `<ncx><navMap><navPoint><navLabel><text>甲</text></navLabel><content src="c1.xhtml"/><navPoint><navLabel><text>乙</text></navLabel><content src="c2.xhtml#p1"/></navPoint></navPoint></navMap></ncx>`,
      },
      manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    });
    expect(titles(navigation.toc)).toEqual([['甲', ['乙']]]);
  });
  test('flattens 200 levels of nesting without losing entries', () => {
    const nested = (depth: number): string => `<ol><li><a href="c1.xhtml">${depth}</a>${depth < 200 ? nested(depth + 1) : ''}</li></ol>`;
    const { navigation, codes } = read({
      nav: `<html xmlns:epub="http://www.idpf.org/2007/ops"><nav epub:type="toc">${nested(1)}</nav></html>`,
    });
    const count = (links: readonly NavigationLink[]): number => links.reduce((sum, link) => sum + 1 + count(link.children), 0);
    const depth = (links: readonly NavigationLink[]): number => Math.max(0, ...links.map((link) => 1 + depth(link.children)));
    expect([count(navigation.toc), depth(navigation.toc)]).toEqual([200, 12]);
    expect(codes).toEqual(['nav.tooDeep']);
  });
});

describe('protected books', () => {
  const encryption = (algorithm: string, target: string): string =>
    `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${target}"/></enc:CipherData></enc:EncryptedData></encryption>`;
  test.each([
    ['LCP', 'META-INF/license.lcpl', 'Readium LCP'],
    ['ADEPT', 'META-INF/rights.xml', 'Adobe ADEPT'],
  ])('refuses a book with %s and names the scheme', (_, path, name) => {
    const parts = {
      files: { [path]: '{}', 'META-INF/encryption.xml': encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc', 'OEBPS/c1.xhtml') },
    };
    expect(() => read(parts)).toThrowError(expect.objectContaining({ code: 'drm.protected', message: expect.stringContaining(name) }));
  });
  test('accepts a book with obfuscated fonts', () => {
    const { obfuscated } = read({
      files: { 'OEBPS/a.otf': 'x', 'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding', 'OEBPS/a.otf') },
    });
    expect([...obfuscated]).toEqual([['OEBPS/a.otf', 'idpf']]);
  });
  test('restores both kinds of obfuscated fonts', () => {
    const font = Buffer.from(Array.from({ length: 2_000 }, (_, index) => index % 256));
    const identifier = 'urn:uuid:12345678-1234-1234-1234-123456789abc';
    for (const kind of ['idpf', 'adobe'] as const) {
      const hidden = deobfuscate(font, kind, identifier);
      expect(hidden?.equals(font)).toBe(false);
      expect(hidden && deobfuscate(hidden, kind, identifier)?.equals(font)).toBe(true);
    }
    expect(deobfuscate(font, 'adobe', 'not a uuid')).toBeUndefined();
  });
});
