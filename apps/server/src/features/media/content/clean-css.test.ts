import { describe, expect, test } from 'vitest';
import { cleanCss } from './clean-css.ts';
import { FILES, resolveAmong } from './testing/convert-for-tests.ts';

const HREF = 'OEBPS/css/s.css';
const clean = (css: string) => cleanCss(css, resolveAmong(FILES, HREF), { href: HREF });
const cssOf = (css: string): string => clean(css).css;

describe('addresses', () => {
  test('are written relative to the file and listed', () => {
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
  ])('that must not load or run are gone: %s', (css) => {
    const out = cssOf(css);
    expect(out).not.toMatch(/t\.example|<\/|javascript|expression|behavior|binding|svg/i);
  });
  test('of a lost font leave the ones that stay', () => {
    expect(cssOf('@font-face{font-family:A;src:url(http://t.example/a.woff2) format("woff2"),local("宋体"),url(../f.otf)}')).toBe(
      '@font-face{font-family:A;src:local("宋体"),url(../f.otf)}',
    );
  });
  test('of style sheets inside the book stay imported', () => {
    const css = cleanCss('@import "css/s.css" print;', resolveAmong(FILES, 'OEBPS/x.css'), { href: 'OEBPS/x.css' });
    expect(css).toMatchObject({ css: '@import "css/s.css"print;', uses: ['OEBPS/css/s.css'] });
  });
});

describe('spellings', () => {
  test.each([
    ['-epub-writing-mode:vertical-rl', 'writing-mode:vertical-rl'],
    ['-epub-text-combine:horizontal', 'text-combine-upright:all'],
    ['-epub-text-orientation:vertical-right', 'text-orientation:mixed'],
    ['-epub-text-emphasis-style:sesame', 'text-emphasis-style:sesame'],
    ['-epub-ruby-position:before', 'ruby-position:over'],
    ['-epub-hyphens:auto', 'hyphens:auto'],
    ['writing-mode:tb-rl', 'writing-mode:vertical-rl'],
    ['position:fixed', 'position:absolute'],
  ])('%s becomes %s', (old, standard) => {
    expect(cssOf(`p{${old}}`)).toBe(`p{${standard}}`);
  });
  test('keeps what books use: media, supports, namespaces, emphasis, unknown but harmless values', () => {
    const css =
      '@namespace epub"http://www.idpf.org/2007/ops";@media (min-width:20em){p{text-emphasis:"﹅"}}@supports (display:grid){p{display:grid}}';
    expect(cssOf(css)).toBe(css);
    expect(cssOf('p{color:red;font-size:++;line-height:2}')).toContain('line-height:2');
  });
  test('follows the semantic type of an element to the attribute it is kept in', () => {
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

describe('bounds', { timeout: 60_000 }, () => {
  test('absurd nesting is left out and reported', () => {
    const { css, findings } = clean('a{'.repeat(200_000));
    expect(css.length).toBeLessThan(1_000_000);
    expect(findings.map((finding) => finding.code)).not.toContain('external.image');
  });
  test('hundreds of kilobytes of rules are cleaned whole', () => {
    const rule = '.c1234 > p{color:#123456;margin:1em 2em;background:url(../img/a.png)}';
    const { css, uses } = clean(rule.repeat(Math.ceil(400_000 / rule.length)));
    expect(css.length).toBeGreaterThan(360_000);
    expect(uses).toEqual(['OEBPS/img/a.png']);
  });
});
