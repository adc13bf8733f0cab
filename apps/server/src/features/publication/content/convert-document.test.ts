import { blockTextFixtures } from '@shufang/contract/block-text.fixtures';
import { describe, expect, test } from 'vitest';
import { cleanBody, codesOf, convertBytes, convertText, inPage, renderAll } from './testing/convert-for-tests.ts';
import { findHarm } from './testing/find-harm.ts';

const textsOf = (markup: string): string[] => convertText(markup).blocks.map((block) => block.text);
const kindsOf = (body: string): string[] => convertText(inPage(body)).blocks.map((block) => block.kind);

describe('reading markup', { timeout: 60_000 }, () => {
  test('repairs tag soup like a browser and reports the line', () => {
    const document = convertText('<html><head><title>x<body><p>学而&nbsp;时习之 & 不亦说乎<br><b><i>错</b></i></p>');
    expect(document.blocks[0]?.text).toBe('学而\u00a0时习之 & 不亦说乎错');
    expect(document.findings.find((finding) => finding.code === 'xml.repaired')).toMatchObject({ severity: 'repaired', line: 1 });
  });
  test('accepts the entities of HTML without reporting an error', () => {
    const document = convertText(inPage('<p>甲&nbsp;乙&mdash;丙&hellip;</p>'));
    expect(document.blocks[0]?.text).toBe('甲\u00a0乙—丙…');
    expect(document.findings).toEqual([]);
  });
  test('does not expand entities of an internal subset, however they nest', () => {
    const document = convertText(
      '<!DOCTYPE html [<!ENTITY a "哈哈"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p>&b;&x;</p></body></html>',
    );
    expect(document.blocks[0]?.text).toBe('&b;&x;');
    expect(codesOf(document)).toContain('xml.entityUndefined');
  });
  test('flattens absurd nesting and loses no text', () => {
    const document = convertText(inPage(`${'<div>'.repeat(50_000)}底${'</div>'.repeat(50_000)}`));
    expect(document.blocks.map((block) => block.text)).toEqual(['底']);
    expect(codesOf(document)).toContain('xml.tooDeep');
    expect(renderAll(document)[0]?.xhtml).toContain('底');
  });
  test('limits the attributes of one element', () => {
    const attributes = Array.from({ length: 100_000 }, (_, index) => `data-a${index}="1"`).join(' ');
    const document = convertText(inPage(`<p ${attributes}>字</p>`));
    expect(codesOf(document)).toContain('xml.tooManyAttributes');
    expect(renderAll(document)[0]?.xhtml.length).toBeLessThan(20_000);
  });
  test.each([
    ['gb18030', [0x3c, 0x70, 0x3e, 0xb4, 0xf3, 0xd1, 0xa7, 0x3c, 0x2f, 0x70, 0x3e], '大学'],
    ['big5', [0x3c, 0x70, 0x3e, 0xa4, 0x6a, 0xbe, 0xc7, 0x3c, 0x2f, 0x70, 0x3e], '大學'],
  ])('decodes a document that declares %s', (encoding, bytes, expected) => {
    const declaration = new TextEncoder().encode(`<?xml version="1.0" encoding="${encoding}"?>`);
    expect(convertBytes(Uint8Array.from([...declaration, ...bytes])).blocks[0]?.text).toBe(expected);
  });
  test('decodes UTF-16 of both orders by the byte order mark', () => {
    const little = Buffer.from(`\ufeff${inPage('<p>大學之道</p>')}`, 'utf16le');
    expect(convertBytes(little).blocks[0]?.text).toBe('大學之道');
    expect(convertBytes(Buffer.from(little).swap16()).blocks[0]?.text).toBe('大學之道');
  });
  test('detects a wrong label: GBK bytes that claim UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="utf-8"?><p>'),
      Buffer.from([0xb4, 0xf3, 0xd1, 0xa7, 0xd6, 0xae, 0xb5, 0xc0]),
      Buffer.from('</p>'),
    ]);
    const document = convertBytes(bytes);
    expect(document.blocks[0]?.text).toBe('大学之道');
    expect(codesOf(document)).toContain('encoding.guessed');
  });
  test('shows broken bytes as replacement characters and reports them', () => {
    const bytes = Buffer.concat([
      Buffer.from(inPage('<p>学而时习之不亦说乎X</p>').replace('X</p>', '')),
      Buffer.from([0xe4, 0xb8]),
      Buffer.from('</p></body></html>'),
    ]);
    const document = convertBytes(bytes);
    expect(document.blocks[0]?.text).toBe('学而时习之不亦说乎\ufffd');
    expect(codesOf(document)).toContain('encoding.invalidBytes');
  });
});

describe('content that stays', () => {
  test('keeps formulas, and writes out the fences that browsers do not draw', () => {
    const body = cleanBody(
      '<p>设<math xmlns="http://www.w3.org/1998/Math/MathML" alttext="f"><mfenced><mi>x</mi><mi>y</mi></mfenced></math></p>',
    );
    expect(body).toContain(
      '<math xmlns="http://www.w3.org/1998/Math/MathML" alttext="f" data-beside-han="start"><mrow><mo form="prefix">(</mo><mi>x</mi><mo form="infix">,</mo><mi>y</mi><mo form="postfix">)</mo></mrow></math>',
    );
  });
  test('keeps the TeX of a formula and drops its content markup', () => {
    const document = convertText(
      inPage(
        '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation><annotation-xml encoding="text/html"><b onclick="f()">x</b></annotation-xml></semantics></math></p>',
      ),
    );
    expect(renderAll(document)[0]?.xhtml).toContain('<annotation encoding="application/x-tex">x</annotation></semantics>');
    expect(codesOf(document)).toEqual(['math.content']);
    expect(document.blocks[0]?.kind).toBe('formula');
  });
  test('reads prefixed MathML and SVG as such', () => {
    const body = cleanBody(
      '<p><m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>x</m:mi></m:math><s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><s:rect width="1"/></s:svg></p>',
    );
    expect(body).toContain('<mi>x</mi>');
    expect(body).toContain('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1"/></svg>');
  });
  test('turns structural types into roles and keeps them for the engine', () => {
    expect(cleanBody('<aside epub:type="footnote" id="n1"><p>注</p></aside>')).toContain(
      '<aside data-epub-type="footnote" role="doc-footnote" id="n1">',
    );
  });
  test('sets the size of images to avoid layout shifts', () => {
    const body = cleanBody('<p><img src="../img/a.png" alt="图" width="200"/><img src="../img/%E5%9B%BE%201.png" alt="" width="50%"/></p>');
    expect(body).toContain('<img src="../img/a.png" alt="图" width="200" height="150" decoding="async"/>');
    expect(body).toContain(
      '<img src="../img/%E5%9B%BE%201.png" alt="" width="50%" style="aspect-ratio:400/300" loading="lazy" decoding="async"/>',
    );
  });
  test('keeps audio and video of the book with their tracks', () => {
    const document = convertText(
      inPage(
        '<audio src="../a.mp3" autoplay="autoplay">不支持</audio><hr/><video poster="../img/a.png"><source src="../v.mp4" type="video/mp4"/></video>',
      ),
    );
    const [segment] = renderAll(document);
    expect(segment?.xhtml).toContain('<audio src="../a.mp3" controls="controls" preload="metadata" data-block="b1"></audio>');
    expect(segment?.xhtml).toContain('<source src="../v.mp4" type="video/mp4"/>');
    expect(segment?.uses).toEqual(['OEBPS/a.mp3', 'OEBPS/img/a.png', 'OEBPS/v.mp4']);
    expect(document.counts).toMatchObject({ audio: 1, video: 1 });
  });
  test('shows the case of a switch that a browser can render', () => {
    const body = cleanBody(
      '<p><epub:switch><epub:case required-namespace="http://www.xml-cml.org/schema"><b>cml</b></epub:case><epub:case required-namespace="http://www.w3.org/1998/Math/MathML"><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math></epub:case><epub:default><i>图</i></epub:default></epub:switch></p>',
    );
    expect(body).toContain('<mi>x</mi>');
    expect(body).not.toContain('图');
  });
  test('keeps link targets of old books and links between documents', () => {
    const document = convertText(inPage('<p><a name="s1">一</a><a href="c2.xhtml#x%20y">去</a><a href="#s1">回</a></p>'));
    const [segment] = document.render(['b1'], (href, fragment) => ({ href: href.replace('c2.xhtml', 'c2.s3.xhtml'), fragment }));
    expect(segment?.xhtml).toContain('<a id="s1">一</a><a href="c2.s3.xhtml#x%20y">去</a><a href="c1.xhtml#s1">回</a>');
    expect(document.elementIds.get('s1')).toBe(0);
  });
  test('applies the base of references', () => {
    const markup = inPage('<p><img src="a.png" alt=""/></p>', '<base href="../img/"/>');
    expect(renderAll(convertText(markup))[0]?.xhtml).toContain('src="../img/a.png"');
    expect(cleanBody('<div xml:base="../img/"><img src="a.png" alt=""/></div>')).toContain('src="../img/a.png"');
  });
  test('shows an SVG of the spine as a page of its size', () => {
    const document = convertBytes(
      new TextEncoder().encode(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800"><title>封面</title><script>1</script><image href="../img/a.png" width="9"/></svg>',
      ),
      'image/svg+xml',
    );
    expect(document).toMatchObject({ title: '封面', viewport: { width: 600, height: 800 } });
    const [segment] = renderAll(document);
    expect(segment?.xhtml).toContain(
      '<body><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800" data-block="b1"><title>封面</title><image width="9" href="../img/a.png"/></svg></body>',
    );
  });
  test('uses the page size of a fixed layout from its viewport', () => {
    expect(convertText(inPage('<p>a</p>', '<meta name="viewport" content="width=1200, height=900"/>')).viewport).toEqual({
      width: 1200,
      height: 900,
    });
  });
});

describe('SVG in addresses', () => {
  test('is cleaned, and stays an image', () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><image href="http://t.example/a.png"/><rect width="1" height="1"/></svg>';
    const [{ xhtml: segment } = { xhtml: '' }] = renderAll(
      convertText(inPage(`<img src="data:image/svg+xml,${encodeURIComponent(drawing)}" alt="图"/>`)),
    );
    const cleaned = Buffer.from(/src="data:image\/svg\+xml;base64,([^"]*)"/.exec(segment)?.[1] ?? '', 'base64').toString();
    expect(cleaned).toContain('<rect');
    expect(cleaned).not.toMatch(/script|onload|t\.example/);
    expect(findHarm(segment)).toEqual([]);
  });
});

describe('content that is removed', () => {
  const vectors = [
    '<script>alert(1)</script><p>字</p>',
    '<p onclick="alert(1)" ONLOAD="x">字</p>',
    '<a href="java&#10;script:alert(1)">字</a>',
    '<a href=" javascript:alert(1)" target="_top" ping="http://t.example/">字</a>',
    '<a href="data:text/html,x">字</a><a href="vbscript:x">字</a><a href="file:///etc/passwd">字</a>',
    '<img src="http://t.example/a.png" alt="字"/>',
    '<img src="//t.example/a.png" srcset="http://t.example/b.png 2x, ../img/a.png 1x" alt="字"/>',
    '<img src="../img/a.png" srcset="http://t.example/b.png 2x" alt="字"/>',
    '<img src="data:image/svg+xml,%3Csvg/%3E" alt="字"/>',
    '<video src="http://t.example/a.mp4" poster="http://t.example/a.png">字</video>',
    '<iframe src="http://t.example/" srcdoc="&lt;script&gt;1&lt;/script&gt;">字</iframe>',
    '<object data="http://t.example/a.swf"><p>字</p></object><embed src="x.swf"/>',
    '<form action="http://t.example/"><input name="pw" type="password"/><button formaction="javascript:1">字</button></form>',
    '<svg xmlns="http://www.w3.org/2000/svg"><a xlink:href="javascript:1"><text>字</text></a><use href="http://t.example/#a"/><set attributeName="href" to="javascript:1"/><rect fill="url(http://t.example/#p)"/><image href="http://t.example/a.png"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">字</p><script xmlns="http://www.w3.org/1999/xhtml">1</script></foreignObject></svg>',
    '<math xmlns="http://www.w3.org/1998/Math/MathML" xlink:href="javascript:1"><maction actiontype="statusline#http://t.example"><mi href="javascript:1">字</mi></maction></math>',
    '<p style="background:url(http://t.example/a.png);behavior:url(a.htc);width:expression(alert(1))">字</p>',
    '<style>@import url(http://t.example/a.css);p{background:u\\72l(http://t.example)}&lt;/style&gt;&lt;script&gt;</style><p>字</p>',
    '<p>字</p><link rel="prefetch" href="http://t.example/"/><base href="http://t.example/"/><meta http-equiv="refresh" content="0;url=http://t.example"/>',
    '<p is="x-y" contenteditable="true" accesskey="x" autofocus="autofocus" data-block="b99" data-cfi="/4">字</p>',
    '<template><p>x</p></template><slot name="a">字</slot><o:p xmlns:o="urn:x">字</o:p>',
  ];
  test.each(vectors)('is made harmless and keeps its text: %s', (vector) => {
    const segments = renderAll(convertText(inPage(vector)));
    expect(segments.flatMap((segment) => findHarm(segment.xhtml))).toEqual([]);
    expect(segments[0]?.xhtml).toContain('字');
    expect(segments[0]?.xhtml).not.toContain('t.example');
  });
  test('reports each kind once with a count, in Chinese', () => {
    const document = convertText(inPage('<script/><script/><p onclick="a">字</p>'));
    expect(document.findings).toMatchObject([
      { code: 'script.dropped', severity: 'dropped', count: 2, path: 'OEBPS/text/c1.xhtml' },
      { code: 'handler.dropped', count: 1 },
    ]);
    expect(document.findings.every((finding) => /\p{Script=Han}/u.test(finding.message))).toBe(true);
  });
  test('keeps external links so that the engine can ask before following them', () => {
    expect(cleanBody('<p><a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="opener">站</a></p>')).toContain(
      '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">站</a>',
    );
  });
  test('replaces a missing image by its description', () => {
    expect(cleanBody('<p><img id="f1" src="gone.png" alt="示意图"/></p>')).toContain(
      '<span data-placeholder="true" id="f1">〔图片缺失：示意图〕</span>',
    );
  });
  test('keeps a check list as disabled inputs', () => {
    expect(cleanBody('<ul><li><input type="checkbox" checked="checked" name="a"/>完成</li></ul>')).toContain(
      '<input type="checkbox" checked="checked" disabled="disabled"/>完成',
    );
  });
  test('removes SVG `use` elements that multiply without end', () => {
    const levels = Array.from({ length: 12 }, (_, index) => `<g id="g${index + 1}">${`<use href="#g${index}"/>`.repeat(10)}</g>`).join('');
    const document = convertText(
      inPage(`<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="g0"><rect/></g>${levels}</defs><use href="#g12"/></svg>`),
    );
    expect(codesOf(document)).toEqual(['svg.useBomb']);
    expect(renderAll(document)[0]?.xhtml).not.toContain('<use');
  });
});

describe('blocks of a document', () => {
  test.each(blockTextFixtures.filter((fixture) => fixture.neverImported !== true))(
    'agrees with the rule of block text: $name',
    ({ xhtml, blocks }) => {
      const plain = xhtml
        .replace(/ data-block="[^"]*"/g, '')
        .replace(/ data-repeat="true"/g, '')
        .replace(/<thead[\s\S]*<\/thead>/, '');
      const document = convertText(inPage(plain));
      // Returns the text as it is served: without line breaks that only wrap the source between hanzi.
      const served = (text: string): string => text.replaceAll(/(?<=\p{Script=Han})[ \t]*\n\s*(?=\p{Script=Han})/gu, '');
      const expected = blocks.map(([, text]) => served(text)).filter((text) => text !== '' || /img/.test(xhtml));
      const missing = /a\.png/.test(plain)
        ? document.blocks.map((block) => block.text.replace(/〔.*〕/, ''))
        : document.blocks.map((block) => block.text);
      expect(missing).toEqual(expected);
    },
  );
  test('every visible character is in exactly one block, including text beside blocks', () => {
    expect(textsOf(inPage('甲<b>乙</b><p>丙</p>丁<div>戊<ul><li>己<ol><li>庚</li></ol>辛</li></ul></div><a><p>壬</p></a>'))).toEqual([
      '甲乙',
      '丙',
      '丁',
      '戊',
      '己',
      '庚',
      '辛',
      '壬',
    ]);
  });
  test('determines the kind of each block', () => {
    expect(
      kindsOf(
        '<h2>一</h2><p>二</p><ul><li>三</li></ul><blockquote><p>四</p></blockquote><pre>五</pre><dl><dt>六</dt></dl><table><tr><td>七</td></tr></table><figure><img src="../img/a.png" alt=""/><figcaption>八</figcaption></figure><hr/><aside epub:type="footnote"><p>九</p></aside><span epub:type="pagebreak" title="3"/>',
      ),
    ).toEqual([
      'heading',
      'paragraph',
      'list-item',
      'quote',
      'code',
      'definition',
      'cell',
      'figure',
      'caption',
      'other',
      'note',
      'page-break',
    ]);
  });
  test('equal text has equal hashes, whatever the markup and the line breaks', () => {
    const [a, b] = convertText(inPage('<p>deep\n learn<b>ing</b></p><p class="x">deep learning</p>')).blocks;
    const [e, f] = convertText(inPage('<p>学而\n 时习<b>之</b></p><p class="x">学而时习之</p>')).blocks;
    expect(e?.hash).toBe(f?.hash);
    expect(a?.hash).toBe(b?.hash);
    const [c, d] = convertText(inPage('<p><img src="../img/a.png" alt="1"/></p><p><img src="../img/a.png" alt="2"/></p>')).blocks;
    expect(c?.hash).not.toBe(d?.hash);
  });
  test('finds the block of every element id', () => {
    const document = convertText(
      inPage('<section id="s"><h1>一</h1><a id="gap"></a><p id="p"><b id="in">二</b></p></section><div id="end"></div>'),
    );
    expect([...document.elementIds]).toEqual([
      ['s', 0],
      ['gap', 1],
      ['p', 1],
      ['in', 1],
      ['end', 1],
    ]);
  });
  test('an empty document is one empty segment', () => {
    const document = convertText('');
    expect(document).toMatchObject({ chars: 0, segmentStarts: [0] });
    expect(renderAll(document)).toMatchObject([{ chars: 0, firstBlock: 0, lastBlock: 0 }]);
  });
});

describe('markup made to stall a parser', { timeout: 60_000 }, () => {
  test.each([
    ['open CDATA sections', '<p>字<![CDATA['.repeat(60_000)],
    ['an address of white space', inPage(`<a href="a${' '.repeat(500_000)}b">字</a>`)],
    ['a self-closing tag that never closes', `<p>字</p>${'<a '.repeat(200_000)}`],
    ['thousands of entity names', inPage(`<p>字${Array.from({ length: 20_000 }, (_, index) => `&e${index};`).join('')}</p>`)],
    ['formatting elements across each other', `<p>字${'<b><i></b>'.repeat(3_000)}`],
    ['a style of nested functions', inPage(`<p style="width:${'calc('.repeat(50_000)}1">字</p>`)],
  ])('is parsed in bounded time: %s', (_name, markup) => {
    expect(convertText(markup).blocks[0]?.text).toContain('字');
  });
});
