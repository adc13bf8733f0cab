import { describe, expect, it } from 'vitest';
import { findChild, textOf } from './content-tree.ts';
import { collectFindings } from './findings.ts';
import { keepTogether } from './keep-together.ts';
import { parseMarkup } from './parse-markup.ts';
import { serialize } from './serialize.ts';

const math = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>';
const wrapped = (inside: string, isVertical = false): { markup: string; before: string; after: string } => {
  const { root } = parseMarkup(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${inside}</body></html>`, collectFindings('a.xhtml'));
  const body = findChild(root, 'body');
  if (body === undefined) throw new Error('no body');
  const before = textOf(body);
  keepTogether(body, { isVertical });
  const out: string[] = [];
  for (const child of body.children) serialize(child, out, {}, 'html');
  return { markup: out.join('').replaceAll(' xmlns="http://www.w3.org/1998/Math/MathML"', ''), before, after: textOf(body) };
};

describe('what stays together at the end of a line', () => {
  it('reads a long run of opening brackets once', () => {
    const run = '('.repeat(100_000);
    expect(wrapped(`<p>${run}x${math}</p>`).markup).toBe(`<p>${run}x${math.replace(/ xmlns="[^"]*"/, '')}</p>`);
    expect(wrapped(`<p>x${run}${math}</p>`).markup.startsWith(`<p>x<span data-keep="">${run}<math>`)).toBe(true);
  });

  it.each([
    [
      'a formula and the punctuation after it',
      `<p>变量${math}，因此</p>`,
      '<p>变量<span data-keep=""><math data-beside-han="start"><mi>x</mi></math>，</span>因此</p>',
    ],
    ['parentheses around a formula', `<p>设（${math}）为</p>`, '<p>设<span data-keep="">（<math><mi>x</mi></math>）</span>为</p>'],
    [
      'a formula inside an inline element',
      `<p>设<i>${math}</i>。</p>`,
      '<p>设<span data-keep=""><i><math data-beside-han="start"><mi>x</mi></math></i>。</span></p>',
    ],
    [
      'the space between a formula and Chinese on both sides',
      `<p>变量${math}和</p>`,
      '<p>变量<math data-beside-han="start end"><mi>x</mi></math>和</p>',
    ],
    ['no space where the source has one', `<p>变量 ${math} 和</p>`, '<p>变量 <math><mi>x</mi></math> 和</p>'],
    ['the number of a table', '<p>见表 4-2。</p>', '<p>见<span data-keep="">表 4-2</span>。</p>'],
    ['the number of an equation', '<p>由(3.1)得</p>', '<p>由<span data-keep="">(3.1)</span>得</p>'],
    ['short code', '<p>用<code>py --version</code>看</p>', '<p>用<code data-keep="">py --version</code>看</p>'],
    ['long code may break', `<p><code>${'a'.repeat(40)}</code></p>`, `<p><code>${'a'.repeat(40)}</code></p>`],
    ['preformatted text', '<pre>图 1-2</pre>', '<pre>图 1-2</pre>'],
  ])('%s', (_, inside, expected) => {
    const { markup, before, after } = wrapped(inside);
    expect(markup).toBe(expected);
    expect(after).toBe(before);
  });

  it('two digits stand upright in a vertical book, other numbers do not', () => {
    const { markup, before, after } = wrapped('<p>12月10日，1984年，3.14</p>', true);
    expect(markup).toBe('<p><span data-upright="">12</span>月<span data-upright="">10</span>日，1984年，3.14</p>');
    expect(after).toBe(before);
    expect(wrapped('<p>12月</p>').markup).toBe('<p>12月</p>');
  });
});
