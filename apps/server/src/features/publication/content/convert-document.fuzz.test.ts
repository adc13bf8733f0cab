import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '../../../platform/testing/load-scale.ts';
import { convertText, inPage, renderAll } from './testing/convert-for-tests.ts';
import { findHarm } from './testing/find-harm.ts';

const TAGS =
  'p div span a b table tr td li ul ol img svg math mi mtext annotation-xml foreignObject use style script title textarea template select option ruby rt form input iframe object video source picture body html head noscript epub:switch m:math'.split(
    ' ',
  );
const ATTRIBUTES = [
  'onclick="x"',
  'href="javascript:x"',
  'href="#a"',
  'href="c2.xhtml#b"',
  'src="http://t.example/"',
  'src="../img/a.png"',
  'style="background:url(http://t.example)"',
  'id="a"',
  'id="b"',
  'xmlns="http://www.w3.org/2000/svg"',
  'xmlns="http://www.w3.org/1998/Math/MathML"',
  'xlink:href="javascript:x"',
  'data-block="b1"',
  'epub:type="footnote"',
  'colspan="999999999"',
  'type="checkbox"',
];
const piece = fc.oneof(
  fc
    .tuple(fc.constantFrom(...TAGS), fc.subarray(ATTRIBUTES, { maxLength: 3 }), fc.boolean())
    .map(([tag, attributes, closed]) => `<${[tag, ...attributes].join(' ')}${closed ? '/' : ''}>`),
  fc.constantFrom(...TAGS).map((tag) => `</${tag}>`),
  fc.constantFrom(
    '字',
    '文',
    ' ',
    '&nbsp;',
    '&lt;script&gt;',
    '&#0;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<',
    '&',
    '"',
    '\u0000',
    '<?x',
    '@import url(http://t.example);',
    '}',
  ),
);
const soup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('arbitrary markup', { timeout: 120_000 }, () => {
  test('is well-formed and harmless after conversion and has the declared number of blocks and characters', () => {
    fc.assert(
      fc.property(soup, fc.boolean(), (markup, inside) => {
        const document = convertText(inside ? inPage(markup) : markup);
        const segments = renderAll(document);
        expect(segments.flatMap((segment) => findHarm(segment.xhtml))).toEqual([]);
        const served = segments.flatMap((segment) => segment.xhtml.match(/<[^<>]* data-block="/g) ?? []).length;
        expect(served).toBe(document.blocks.length);
        expect(segments.reduce((sum, segment) => sum + segment.chars, 0)).toBe(document.chars);
      }),
      { numRuns: scaled(2_000) },
    );
  });
});
