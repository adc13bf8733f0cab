import { describe, expect, test } from 'vitest';
import { type ContentNode, type ElementNode, element, text } from './content-tree.ts';
import { joinLines } from './join-lines.ts';

const p = (...children: (string | ElementNode)[]): ElementNode =>
  element(
    'html',
    'p',
    [],
    children.map((child) => (typeof child === 'string' ? text(child) : child)),
  );
const el = (name: string, ...children: string[]): ElementNode => element('html', name, [], children.map(text));
const textOf = (node: ContentNode): string => (node.kind === 'text' ? node.text : node.children.map(textOf).join(''));
const joined = (...children: (string | ElementNode)[]): string => {
  const body = element('html', 'body', [], [p(...children)]);
  joinLines(body);
  return textOf(body);
};

describe('line breaks of the source', () => {
  test('a long run of spaces is read once', () => {
    const run = ' '.repeat(100_000);
    expect(joined(`甲${run}乙\n丙`)).toBe(`甲${run}乙丙`);
    expect(joined(`甲${run}\n${run}乙`)).toBe('甲乙');
  });

  const cases: [string, (string | ElementNode)[], string][] = [
    ['vanish between two hanzi', ['春眠不觉\n  晓'], '春眠不觉晓'],
    ['vanish after Chinese punctuation', ['编写的。\n比如，\n现在'], '编写的。比如，现在'],
    ['vanish at a quotation mark beside a hanzi', ['他说：\n“好”\n然后'], '他说：“好”然后'],
    ['stay between Latin words', ['deep\nlearning'], 'deep\nlearning'],
    ['stay between a hanzi and a Latin word', ['使用\nPython'], '使用\nPython'],
    ['vanish across inline elements', ['这是', el('em', '重点\n'), '内容'], '这是重点内容'],
    ['are removed when the break is the only text between two elements', [el('b', '甲'), '\n', el('b', '乙')], '甲乙'],
    ['stay beside a picture or a line break', ['甲\n', el('br'), '乙'], '甲\n乙'],
    ['stay in code', [el('code', '甲\n乙')], '甲\n乙'],
    ['leave spaces without a break alone', ['甲 乙'], '甲 乙'],
    ['spaces after full-width punctuation vanish', ['方法。 在自然科学，  例如'], '方法。在自然科学，例如'],
    ['spaces after full-width punctuation vanish before an inline element', ['方法。 ', el('em', '在'), '自然'], '方法。在自然'],
    ['a space at the end of a paragraph stays', ['方法。 '], '方法。 '],
    ['know hanzi outside the basic plane', ['𠮷\n𠮷'], '𠮷𠮷'],
  ];
  test.each(cases)('%s', (_, children, expected) => {
    expect(joined(...children)).toBe(expected);
  });

  test('line breaks stay between paragraphs and at their ends', () => {
    const body = element('html', 'body', [], [p('甲\n'), text('\n'), p('\n乙')]);
    joinLines(body);
    expect(textOf(body)).toBe('甲\n\n\n乙');
  });

  test('line breaks stay in preformatted text', () => {
    const body = element('html', 'body', [], [el('pre', '甲\n乙')]);
    joinLines(body);
    expect(textOf(body)).toBe('甲\n乙');
  });
});
