import { describe, expect, test } from 'vitest';
import { CSS_CHARS_MAX, cleanCss } from './clean-css.ts';
import { FILES, resolveAmong } from './testing/convert-for-tests.ts';

const HREF = 'OEBPS/css/s.css';
const clean = (css: string) => cleanCss(css, resolveAmong(FILES, HREF), { href: HREF });
const cssOf = (css: string): string => clean(css).css;

describe('cleaning addresses in a style sheet', () => {
  test('writes addresses relative to the file and lists them', () => {
    const { css, uses } = clean('p{background:url("../img/图 1.png")}@font-face{font-family:A;src:url(../f.otf#x) format("opentype")}');
    expect(css).toBe('p{background:url(../img/%E5%9B%BE%201.png)}@font-face{font-family:A;src:url(../f.otf#x)format("opentype")}');
    expect(uses).toEqual(['OEBPS/img/图 1.png', 'OEBPS/f.otf']);
  });
  test.each([
    'p{background:url(http://t.example/a.png)}',
    'p{background:URL( "//t.example/a.png" )}',
    'p{background:u\\72l(http://t.example/a.png)}',
    'p{background:image-set("http://t.example/a.png" 1x)}',
    'p{background:-webkit-image-set(url(http://t.example/a.png) 1x)}',
    'p{cursor:url(http://t.example/c.cur),auto}',
    'p{background:src("http://t.example/a.png")}',
    'p{--x:url(http://t.example/a.png);background:var(--x)}',
    'p{content:url(javascript:alert(1))}',
    'p{background:url(data:image/svg+xml,%3Csvg/%3E)}',
    'p{width:expression(alert(1));behavior:url(x.htc);-moz-binding:url(http://t.example/x.xml#a)}',
    'p{b\\65havior:url(x.htc)}',
    '@import url(http://t.example/a.css);',
    '@import "//t.example/a.css" screen;',
    '@font-face{font-family:A;src:url(http://t.example/a.woff2)}',
    '@document url(http://t.example/){p{color:red}}',
    '@page{background:url(http://t.example/a.png)}',
    'p{background:url(http://t.example/a.png',
    'p{color:red;}}}@import url(http://t.example/);',
    '</style><script>alert(1)</script>p{color:red}',
    'p{content:"</style><script>alert(1)</script>"}',
    'a{x:"\\\n</style>"}',
  ])('removes addresses that must not load or run: %s', (css) => {
    const out = cssOf(css);
    expect(out).not.toMatch(/t\.example|<\/|javascript|expression|behavior|binding|svg/i);
  });
  test.each([
    'p{--u:"http://t.example/a.png";background:image-set(var(--u) 1x)}',
    'p{--u:"http://t.example/a.png";--v:image-set(var(--u) 1x);background:var(--v)}',
    'p{--u:"//t.example/a.png";background:-WEBKIT-IMAGE-SET(VAR(--u) 1x)}',
    'p{--u:"http://t.example/a.png";background:image-set(v\\61r(--u) 1x)}',
    'p{--u:"http://t.example/a.png";background:image(var(--u))}',
    'p{--u:"http://t.example/a.png";background:cross-fade(var(--u),red)}',
    'p{--u:"http://t.example/a.png";cursor:image-set(var(--u) 1x),auto}',
    'p{--u:"http://t.example/a.png";background:image-set(image-set(var(--u) 1x) 2x)}',
    'p{background:image-set(attr(data-u) 1x)}',
    'p{background:image-set(env(--u) 1x)}',
    'p{--u:"http://t.example/a.png";background:image-set(inherit(--u) 1x)}',
    'p{--u:"http://t.example/a.png";background:image-set(if(media(print):var(--u);else:var(--u)) 1x)}',
    'p{background:image-set(--f("http://t.example/a.png") 1x)}',
    '@property --u{syntax:"*";inherits:true;initial-value:"http://t.example/a.png"}p{background:image-set(var(--u) 1x)}',
  ])('removes functions that would insert text into an image address: %s', (css) => {
    expect(cssOf(css)).not.toMatch(/image-set|image\(|cross-fade/i);
  });
  test('keeps addresses of images of the book, with functions allowed beside them', () => {
    const css = 'p{background:image-set(url(../img/%E5%9B%BE%201.png)1x,linear-gradient(red,rgb(0 0 calc(1*9))) 2x)}';
    expect(cssOf(css)).toBe(css);
  });
  test('keeps the remaining sources of a font when one is missing', () => {
    expect(cssOf('@font-face{font-family:A;src:url(http://t.example/a.woff2) format("woff2"),local("宋体"),url(../f.otf)}')).toBe(
      '@font-face{font-family:A;src:local("宋体"),url(../f.otf)}',
    );
  });
  test('keeps imports of style sheets of the book', () => {
    const css = cleanCss('@import "css/s.css" print;', resolveAmong(FILES, 'OEBPS/x.css'), { href: 'OEBPS/x.css' });
    expect(css).toMatchObject({ css: '@import "css/s.css"print;', uses: ['OEBPS/css/s.css'] });
  });
});

describe('cleaning nonstandard spellings', () => {
  test.each([
    ['-epub-writing-mode:vertical-rl', 'writing-mode:vertical-rl'],
    ['-epub-text-combine:horizontal', 'text-combine-upright:all'],
    ['-epub-text-orientation:vertical-right', 'text-orientation:mixed'],
    ['-epub-text-emphasis-style:sesame', 'text-emphasis-style:sesame'],
    ['-epub-ruby-position:before', 'ruby-position:over'],
    ['-epub-hyphens:auto', 'hyphens:auto'],
    ['writing-mode:tb-rl', 'writing-mode:vertical-rl'],
    ['position:fixed', 'position:absolute'],
  ])('rewrites %s to %s', (old, standard) => {
    expect(cssOf(`p{${old}}`)).toBe(`p{${standard}}`);
  });
  test('keeps what books use: media, supports, namespaces, emphasis, unknown but harmless values', () => {
    const css =
      '@namespace epub"http://www.idpf.org/2007/ops";@media (min-width:20em){p{text-emphasis:"﹅"}}@supports (display:grid){p{display:grid}}';
    expect(cssOf(css)).toBe(css);
    expect(cssOf('p{color:red;font-size:++;line-height:2}')).toContain('line-height:2');
  });
  test('maps the semantic type of an element to the attribute that stores it', () => {
    expect(cssOf('@namespace epub "http://www.idpf.org/2007/ops";a[epub|type~="noteref"]{vertical-align:super}')).toContain(
      'a[data-epub-type~="noteref"]{vertical-align:super}',
    );
  });
  test('cleans a style attribute', () => {
    expect(
      cleanCss('color:red;background:url(http://t.example/a);-epub-hyphens:none', resolveAmong(FILES, HREF), {
        href: HREF,
        context: 'declarationList',
      }),
    ).toMatchObject({ css: 'color:red;hyphens:none' });
  });
});

describe('limits of a style sheet', { timeout: 60_000 }, () => {
  test('removes and reports absurd nesting', () => {
    const { css, findings } = clean('@media x{'.repeat(200_000));
    expect(css).toBe('');
    expect(findings.map(({ code, path }) => [code, path])).toEqual([['css.unreadable', HREF]]);
  });
  test('removes rules nested where none may be and keeps the outer rule', () => {
    expect(cssOf('a{'.repeat(200_000))).toBe('a{}');
  });
  test('removes and reports a style sheet with too many characters', () => {
    const { css, uses, findings } = clean(`p{background:url(../img/a.png)}${' '.repeat(CSS_CHARS_MAX)}`);
    expect([css, uses]).toEqual(['', []]);
    expect(findings.map(({ code }) => code)).toEqual(['css.unreadable']);
    expect(clean(`p{color:red}${' '.repeat(CSS_CHARS_MAX - 12)}`)).toMatchObject({ css: 'p{color:red}', findings: [] });
    expect(clean(`p{color:red}${' '.repeat(CSS_CHARS_MAX - 11)}`).css).toBe('');
  });
  test('cleans hundreds of kilobytes of rules completely', () => {
    const rule = '.c1234 > p{color:#123456;margin:1em 2em;background:url(../img/a.png)}';
    const { css, uses } = clean(rule.repeat(Math.ceil(400_000 / rule.length)));
    expect(css.length).toBeGreaterThan(360_000);
    expect(uses).toEqual(['OEBPS/img/a.png']);
  });
});
