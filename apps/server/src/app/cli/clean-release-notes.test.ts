import { expect, it } from 'vitest';
import { cleanReleaseNotes } from './clean-release-notes.ts';

it('preserves headings, lists, emphasis and links to web pages', () => {
  const notes =
    '<h2 class="x" style="color:red">新功能</h2><ul><li>划线更<b>快</b></li><li>见<a href="https://example.com/a?b=1&amp;c=2" onclick="x()">说明</a></li></ul><pre>a &lt; b</pre>';
  expect(cleanReleaseNotes(notes)).toBe(
    '<h2>新功能</h2><ul><li>划线更<b>快</b></li><li>见<a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer" target="_blank">说明</a></li></ul><pre>a &lt; b</pre>',
  );
});

it('extracts the body of a complete HTML page', () => {
  expect(
    cleanReleaseNotes('<!doctype html><html><head><title>t</title><style>p{}</style></head><body><p>修复问题</p></body></html>'),
  ).toContain('<p>修复问题</p>');
});

it('returns an empty text when there is nothing to show', () => {
  for (const notes of ['', '  \n', '<script>1</script>', '<p><img src="x"></p>', '<!-- 注释 -->'])
    expect(cleanReleaseNotes(notes), notes).toBe('');
});

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="/api/user/auth/logout">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<form action="https://evil.example"><input name=a><button formaction="javascript:alert(1)">x</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/"><a href="x">x</a>',
  '<link rel=stylesheet href="https://evil.example/a.css">',
  '<style>@import url(https://evil.example)</style>',
  '<p style="background:url(https://evil.example)">x</p>',
  '<div onmouseover=alert(1) id=login class=x>x</div>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<video src="https://evil.example" onloadstart=alert(1)><source onerror=alert(1)></video>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '</div><script>alert(1)</script>',
  '<p>1</p><html onload=alert(1)><body onload=alert(1)>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
];
it.each(attacks)('removes everything that runs or loads: %s', (notes) => {
  const clean = cleanReleaseNotes(notes);
  const tags = clean.match(/<[^>]*>/g) ?? [];
  expect(tags.filter((tag) => !/^<\/?(?:p|div|a|br|table|tbody|tr|td|h\d|ul|li)\/?>$/.test(tag))).toEqual([]);
});
