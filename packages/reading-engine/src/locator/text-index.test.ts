// @vitest-environment jsdom

import { blockTextFixtures } from '@shufang/contract/block-text.fixtures';
import { describe, expect, it } from 'vitest';
import { indexText } from './text-index.ts';

const bodyOf = (inside: string): Element => {
  const doc = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${inside}</body></html>`,
    'application/xhtml+xml',
  );
  const body = doc.querySelector('body');
  if (!body) throw new Error('the fixture is not XML');
  return body;
};

describe('the text of blocks', () => {
  it.each(blockTextFixtures.map((fixture) => [fixture.name, fixture] as const))('follows the rule: %s', (_, fixture) => {
    const index = indexText(bodyOf(fixture.xhtml));
    expect(index.blocks.map((block) => [block.id, block.text])).toEqual(fixture.blocks);
    expect(index.text).toBe(fixture.blocks.map(([, text]) => text).join('\n'));
  });
});

describe('positions in the text', () => {
  const body = bodyOf(
    '<p data-block="b1">在<ruby>东<rt>dong</rt>京<rt>jing</rt></ruby>读书。</p><figure data-block="b2"><img src="x.png"/></figure><p data-block="b3">𠮷野<b>家</b></p>',
  );
  const index = indexText(body);

  it('a character maps to its block and back', () => {
    for (let char = 0; char <= index.text.length; char++) {
      const point = index.pointOfChar(char);
      expect(point && index.charOf(point)).toBe(char);
    }
  });

  it('a range contains the requested text, not counting ruby readings', () => {
    const range = index.rangeOf(1, 5);
    expect(range && [range.startContainer.textContent, range.endContainer.textContent, range.endOffset]).toEqual(['东', '读书。', 2]);
    const bold = index.rangeOf(index.text.indexOf('家'), index.text.length);
    expect(bold?.toString()).toBe('家');
  });

  it('a position inside a ruby reading maps to the end of its base text', () => {
    const reading = body.querySelector('rt')?.firstChild;
    expect(reading && index.pointAt(reading, 2)).toEqual({ blockId: 'b1', offset: 2 });
  });

  it('an element maps to its first text or picture', () => {
    const figure = body.querySelector('figure');
    expect(figure && index.pointAt(figure, 0)).toEqual({ blockId: 'b2', offset: 0 });
    expect(index.pointAt(body, 2)).toEqual({ blockId: 'b3', offset: 0 });
    expect(index.pointAt(body, body.childNodes.length)).toEqual({ blockId: 'b3', offset: 4 });
  });

  it('blocks of other segments are not found', () => {
    expect(index.charOf({ blockId: 'b99', offset: 0 })).toBeUndefined();
  });
});
