import { describe, expect, it } from 'vitest';
import { escapeMarkdown, quoteLines } from './markdown.ts';

describe('text of users inside Markdown', () => {
  it.each([
    ['# 不是标题', '\\# 不是标题'],
    ['- 不是列表', '\\- 不是列表'],
    ['+ 不是列表', '\\+ 不是列表'],
    ['1. 不是编号', '1\\. 不是编号'],
    ['2) 不是编号', '2\\) 不是编号'],
    ['2024年的事', '2024年的事'],
    ['===', '\\==='],
    ['> 不是引用', '\\> 不是引用'],
    ['*强* _调_ `码` ~~删~~', '\\*强\\* \\_调\\_ \\`码\\` \\~\\~删\\~\\~'],
    ['[链](javascript:alert(1))', '\\[链\\](javascript:alert(1))'],
    ['![图](x)', '\\!\\[图\\](x)'],
    ['<script>alert(1)</script>', '\\<script\\>alert(1)\\</script\\>'],
    ['&lt; 与 $x$', '\\&lt; 与 \\$x\\$'],
    ['a|b', 'a\\|b'],
    ['反\\斜', '反\\\\斜'],
    ['    不是代码', '\u3000不是代码'],
    ['\t# 缩进', '\u3000\\# 缩进'],
  ])('%j is shown as it was written', (text, markdown) => {
    expect(escapeMarkdown(`前\n${text}`)).toBe(`前\\\n${markdown}`);
  });

  it('line breaks stay line breaks and empty lines separate paragraphs, whatever system wrote the text', () => {
    expect(escapeMarkdown('一\r\n二\r\n\r\n三\n')).toBe('一\\\n二\n\n三');
  });

  it('every line of a quotation stays inside it', () => {
    expect(quoteLines('一\n二\n\n# 三')).toBe('> 一\\\n> 二\n>\n> \\# 三');
  });
});
