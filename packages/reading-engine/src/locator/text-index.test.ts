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
  it.each(blockTextFixtures.map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
    const index = indexText(bodyOf(fixture.xhtml));
    expect(index.blocks.map((block) => [block.id, block.text])).toEqual(fixture.blocks);
    expect(index.text).toBe(fixture.blocks.map(([, text]) => text).join('\n'));
  });
});

describe('places in the text', () => {
  const body = bodyOf(
    '<p data-block="b1">在<ruby>东<rt>dong</rt>京<rt>jing</rt></ruby>读书。</p><figure data-block="b2"><img src="x.png"/></figure><p data-block="b3">𠮷野<b>家</b></p>',
  );
  const index = indexText(body);

  it('leads from a character to its block and back', () => {
    for (let char = 0; char <= index.text.length; char++) {
      const point = index.pointOfChar(char);
      expect(point && index.charOf(point)).toBe(char);
    }
  });

  it('makes a range whose text is the text asked for, readings left out of the count', () => {
    const range = index.rangeOf(1, 5);
    expect(range && [range.startContainer.textContent, range.endContainer.textContent, range.endOffset]).toEqual(['东', '读书。', 2]);
    const bold = index.rangeOf(index.text.indexOf('家'), index.text.length);
    expect(bold?.toString()).toBe('家');
  });

  it('takes a position inside a reading as the end of its base', () => {
    const reading = body.querySelector('rt')?.firstChild;
    expect(reading && index.pointAt(reading, 2)).toEqual({ blockId: 'b1', offset: 2 });
  });

  it('takes an element as the first text or picture at it', () => {
    const figure = body.querySelector('figure');
    expect(figure && index.pointAt(figure, 0)).toEqual({ blockId: 'b2', offset: 0 });
    expect(index.pointAt(body, 2)).toEqual({ blockId: 'b3', offset: 0 });
    expect(index.pointAt(body, body.childNodes.length)).toEqual({ blockId: 'b3', offset: 4 });
  });

  it('knows nothing of blocks of other segments', () => {
    expect(index.charOf({ blockId: 'b99', offset: 0 })).toBeUndefined();
  });
});
