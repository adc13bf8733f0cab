import { describe, expect, it } from 'vitest';
import { highlightListings, highlightPython } from './highlight-python.ts';

const plain = (xhtml: string): string =>
  xhtml
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

describe('colors of Python listings', () => {
  it.each([
    ['if x:', '<span class="tok-keyword">if</span> x:'],
    ['def area(r):', '<span class="tok-keyword">def</span> <span class="tok-function">area</span>(r):'],
    ['"# no comment" # one', '<span class="tok-string">"# no comment"</span> <span class="tok-comment"># one</span>'],
    ['x2 = 3.5', 'x2 = <span class="tok-number">3.5</span>'],
    ['f"{n:.1f}"', '<span class="tok-string">f"{n:.1f}"</span>'],
    ['a.index(print)', 'a.index(<span class="tok-builtin">print</span>)'],
  ])('%s', (code, expected) => {
    expect(highlightPython(code)).toBe(expected);
  });

  it('changes no letter of the code', () => {
    const code = 'while a <= b and "&lt;" != \'>\':\n    """文档"""\n    名字 = a & 0x1 # <b>\n';
    expect(plain(highlightPython(code))).toBe(code);
  });

  it('leaves other code alone', () => {
    const body = '<p><code>if</code></p><pre><code class="language-python">a &lt; 1</code></pre>';
    expect(highlightListings(body)).toBe(
      '<p><code>if</code></p><pre><code class="language-python">a &lt; <span class="tok-number">1</span></code></pre>',
    );
  });
});
